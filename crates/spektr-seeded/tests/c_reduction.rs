//! The reducer proved on C: programs of our own and of csmith's that show a bug of a C compiler made
//! of the machine become at most twice as long as a minimum made by hand, and no step is undefined.
//!
//! `SPEKTR_CSMITH=12` reduces csmith's programs for twelve bugs, not only for the first two.

use std::path::Path;
use std::process::Command;

use spektr_judge::Case;
use spektr_seeded::c::{self, BUGS, Bug};
use spektr_wing::{Fuel, Program, Reading};

const EVERYTHING: &str = include_str!("../../spektr-c/tests/front/everything.c");

/// How much longer than a minimum made by hand a reduced program may be.
const WITHIN: usize = 2;

/// Reduces a program that shows a bug, and says what came out.
fn check(bug: &Bug, program: &dyn Program) -> String {
    let mut undefined = Vec::new();
    let reduced = c::reduced(bug, program, &mut |step| {
        if !step.run(Reading::Blame, Fuel::default()).is_valid() {
            undefined.push(step.text());
        }
    });
    let reduced = reduced.unwrap_or_else(|refusal| panic!("{}: {refusal}", bug.name));
    assert!(undefined.is_empty(), "{}: a step is undefined\n{}", bug.name, undefined.join("\n"));
    let text = reduced.program.text();
    assert!(c::shows(bug, &Case::of_program(c::read(&text))), "{} is gone:\n{text}", bug.name);
    let (tokens, least) = (c::tokens(&text), c::tokens(&c::read(bug.minimum).text()));
    assert!(tokens <= WITHIN * least, "{}: {tokens}, by hand {least}\n{text}", bug.name);
    let (from, asked) = (c::tokens(&program.text()), reduced.tally.asked);
    format!("{}: {from} tokens to {tokens}, by hand {least}, {asked} builds", bug.name)
}

#[test]
fn minima_made_by_hand_show_their_bugs() {
    assert!(BUGS.len() >= 12);
    for bug in BUGS {
        let minimum = Case::of_program(c::read(bug.minimum));
        assert!(c::shows(bug, &minimum), "{}", bug.name);
    }
}

#[test]
fn every_seeded_bug_is_reduced_to_at_most_twice_its_minimum() {
    let program = c::read(EVERYTHING);
    let case = Case::of_program(program.clone());
    assert!(case.execution.is_valid(), "{:?}", case.execution.ending);
    let shown: Vec<&Bug> = BUGS.iter().filter(|bug| c::shows(bug, &case)).collect();
    assert!(shown.len() >= 9, "{} bugs show in the program", shown.len());
    for bug in shown {
        println!("{}", check(bug, program.as_ref()));
    }
}

/// Bugs with a seed of csmith whose program of a thousand lines shows each.
const SEEDS: [(&str, u64); 12] = [
    ("exclusive or is or", 2),
    ("the first two arguments change places", 2),
    ("shifts go the wrong way", 16),
    ("differences are sums", 1),
    ("less is less or equal", 2),
    ("bit-fields are read as 0", 2),
    ("or is and", 2),
    ("conversions to char give 0", 7),
    ("loops end after one iteration", 3),
    ("conditionals choose the other value", 9),
    ("negations are lost", 1),
    ("equal is not equal", 3),
];

/// How many of them are tried if nothing else is asked for.
const USUAL: usize = 2;

/// A program of csmith's, preprocessed; `None` if it or a compiler is not installed.
fn csmith(seed: u64, directory: &Path) -> Option<String> {
    let made = Command::new("csmith").args(["-s", &seed.to_string()]).output().ok()?;
    let path = directory.join("csmith.c");
    std::fs::write(&path, made.stdout).expect("a temporary file can be written");
    let arguments = ["-E", "-P", "-w", "-I/usr/include/csmith"];
    let output = Command::new("cc").args(arguments).arg(&path).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn programs_of_csmith_are_reduced_as_far() {
    let wished = std::env::var("SPEKTR_CSMITH").ok().and_then(|count| count.parse().ok());
    let directory = tempfile::tempdir().expect("a temporary directory");
    for (name, seed) in SEEDS.into_iter().take(wished.unwrap_or(USUAL)) {
        let bug = BUGS.iter().find(|bug| bug.name == name).expect("the bug is one of them");
        let Some(text) = csmith(seed, directory.path()) else {
            return eprintln!("csmith or its headers are not installed");
        };
        assert!(text.lines().count() > 1000, "seed {seed} is a large program");
        println!("seed {seed}: {}", check(bug, c::read(&text).as_ref()));
    }
}
