//! How fast the scalar generator is: programs and bytes of source per CPU second, and where the
//! time goes. `cargo bench -p spektr-c --bench generate [-- seeds [size]]`; with `dump seed [size]`
//! it prints one program; `cpp` at the end means C++.

use std::time::Instant;

use spektr_c::generate::{Dialect, Policy, generate};
use spektr_c::print;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let number = |index: usize| args.get(index).and_then(|arg| arg.parse::<u64>().ok());
    let policy = Policy::default();
    let cpp = args.iter().any(|arg| arg == "cpp");
    let dialect = if cpp { Dialect::Cpp } else { Dialect::C };
    if args.first().is_some_and(|arg| arg == "dump") {
        let size = number(2).map(|size| size as u32);
        let made = generate(dialect, number(1).unwrap_or(0), &policy, size);
        print!("{}", print::print(&made.program)[0].text);
        return;
    }
    let (seeds, size) = (number(0).unwrap_or(200), number(1).map(|size| size as u32));
    let (mut bytes, mut steps, mut statements) = (0u64, 0u64, 0u64);
    let start = Instant::now();
    let mut printing = 0.0;
    let mut slowest = (0.0, 0);
    for seed in 0..seeds {
        let begun = Instant::now();
        let made = generate(dialect, seed, &policy, size);
        let took = begun.elapsed().as_secs_f64();
        if took > slowest.0 {
            slowest = (took, seed);
        }
        let begun = Instant::now();
        bytes += print::print(&made.program)[0].text.len() as u64;
        printing += begun.elapsed().as_secs_f64();
        steps += made.steps;
        statements += u64::from(made.settings.statements);
    }
    let took = start.elapsed().as_secs_f64();
    println!(
        "{seeds} programs in {took:.2} s: {:.1} programs/s, {:.2} MB/s, {} statements, {bytes} bytes, \
         {steps} steps, printing {:.0}%, slowest seed {} with {:.3} s",
        seeds as f64 / took,
        bytes as f64 / took / 1e6,
        statements,
        100.0 * printing / took,
        slowest.1,
        slowest.0
    );
}
