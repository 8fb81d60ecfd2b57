//! Writes programs of the edge generator into a directory: `edge DIR FIRST COUNT [POLICY]`. For each
//! seed `SEED.c` and what it must print, `SEED.out`, if it is defined; and one line on standard
//! output: seed, how it ends, its seed string, safe-math sites, those needed, statements refused,
//! instructions, relaxations applied.

use std::path::Path;

use spektr_c::edge::{Policy, generate, relax::RELAXATIONS};
use spektr_c::print;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [directory, first, count, rest @ ..] = args.as_slice() else {
        eprintln!("usage: edge DIR FIRST COUNT [POLICY]");
        std::process::exit(2);
    };
    let directory = Path::new(directory);
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let policy = match rest.first() {
        Some(path) => std::fs::read_to_string(path).expect("a policy file"),
        None => String::new(),
    };
    let policy = Policy::parse(&policy).expect("a policy");
    for seed in number(first)..number(first) + number(count) {
        let made = generate(seed, &policy, None);
        let text = &print::print(&made.program)[0].text;
        std::fs::write(directory.join(format!("{seed}.c")), text).expect("the file is written");
        let ending = match &made.ending {
            Ok(_) => {
                let path = directory.join(format!("{seed}.out"));
                std::fs::write(path, &made.stdout).expect("the file is written");
                "defined".to_owned()
            }
            Err(stop) => stop.rule().to_owned(),
        };
        let mut applied = [0; RELAXATIONS.len()];
        for (relaxation, _) in &made.applied {
            applied[*relaxation] += 1;
        }
        println!(
            "{seed} {ending} {} {} {} {} {} {applied:?} {:?}",
            made.recipe, made.sites, made.needed, made.dropped, made.steps, made.chances
        );
    }
}
