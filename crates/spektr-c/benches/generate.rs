//! How fast the scalar generator is: programs and bytes of source per CPU second, and where the
//! time goes. `cargo bench -p spektr-c --bench generate [-- seeds [size]]`; with `dump seed [size]`
//! it prints one program; `cpp` means C++, a name that ends in `.toml` a policy file. `checked` has every program run as a whole
//! as well, as `spektr gen` does and hunts do only for what they are about to report.

use rustix::time::{ClockId, clock_gettime};
use spektr_c::generate::{Dialect, Policy, draft, generate};
use spektr_c::print;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let number = |index: usize| args.get(index).and_then(|arg| arg.parse::<u64>().ok());
    let file = args.iter().find(|arg| arg.ends_with(".toml"));
    let text = file.map(|file| std::fs::read_to_string(file).expect("a policy file"));
    let policy = Policy::parse(&text.unwrap_or_default()).expect("a policy");
    let cpp = args.iter().any(|arg| arg == "cpp");
    let dialect = if cpp { Dialect::Cpp } else { Dialect::C };
    let make = if args.iter().any(|arg| arg == "checked") { generate } else { draft };
    if args.first().is_some_and(|arg| arg == "dump") {
        let size = number(2).map(|size| size as u32);
        let made = make(dialect, number(1).unwrap_or(0), &policy, size);
        print!("{}", print::print(&made.program)[0].text);
        return;
    }
    let (seeds, size) = (number(0).unwrap_or(200), number(1).map(|size| size as u32));
    let (mut bytes, mut steps, mut statements) = (0u64, 0u64, 0u64);
    let start = cpu_seconds();
    let mut printing = 0.0;
    let mut slowest = (0.0, 0);
    for seed in 0..seeds {
        let begun = cpu_seconds();
        let made = make(dialect, seed, &policy, size);
        let took = cpu_seconds() - begun;
        for why in &made.made.refused {
            eprintln!("seed {seed} refused: {why}");
        }
        if took > slowest.0 {
            slowest = (took, seed);
        }
        let begun = cpu_seconds();
        bytes += print::print(&made.program)[0].text.len() as u64;
        printing += cpu_seconds() - begun;
        steps += made.steps;
        statements += u64::from(made.settings.statements);
    }
    let took = cpu_seconds() - start;
    println!(
        "{seeds} programs in {took:.2} s: {:.1} programs and {:.2} MB of source per CPU second, {} statements, {bytes} bytes, \
         {steps} steps, printing {:.0}%, slowest seed {} with {:.3} s",
        seeds as f64 / took,
        bytes as f64 / took / 1e6,
        statements,
        100.0 * printing / took,
        slowest.1,
        slowest.0
    );
}

/// CPU time of this process so far, all threads and those that ended included.
fn cpu_seconds() -> f64 {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 / 1e9
}
