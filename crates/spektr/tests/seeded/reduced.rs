//! `spektr reduce` and `spektr triage` with a compiler whose bug is known: once with the
//! machine's answers, once through a real rustc.

use crate::room::{Room, parsed};
use spektr_seeded::{bug, starts};
use spektr_wing::{Fuel, Reading};
use std::process::Command;

/// Reduces a generated program by the command and checks what comes out.
fn reduce(bug: &str, compiler: &str) {
    let room = Room::new(bug);
    let before = room.write_program(bug, "large.rs");
    assert!(before.statements >= 1000, "{before:?}");
    let args =
        ["reduce", "large.rs", "-o", "small.rs", "--compilers", compiler, "--flag=-Copt-level=3"];
    let said = room.run(&args).expect(0).stderr();
    assert!(said.contains("compiles"), "{said}");
    let text = room.read("small.rs");
    let start = starts::all().into_iter().find(|it| it.bug.name == bug).expect("a start");
    let least = parsed(start.minimal).size().statements;
    let small = parsed(&text);
    assert!(small.size().statements <= 2 * least, "{text}");
    assert!(small.run(Reading::Blame, Fuel::default()).is_valid(), "{text}");
    let pass = bug::named(bug).expect("a bug of this name").pass;
    let triage = ["triage", "small.rs", "--compilers", compiler, "--flag=-Copt-level=3"];
    let words = room.run(&triage).expect(0).stdout();
    assert!(words.contains(pass), "{words}");
}

#[test]
fn by_the_command_with_the_machines_answers() {
    reduce("checked-carry", "seeded");
}

#[test]
fn by_the_command_through_a_real_rustc() {
    reduce("narrow-compare", "wrapper");
}

#[test]
fn other_peoples_files_are_reduced() {
    let room = Room::new("shift-right");
    room.write("foreign.rs", FOREIGN);
    let args = ["reduce", "foreign.rs", "--compilers", "seeded", "--flag=-Copt-level=3"];
    let text = room.run(&args).expect(0).stdout();
    let small = parsed(&text);
    assert_eq!(small.size().statements, 2, "{text}");
    assert_eq!(small.size().functions, 1, "{text}");
}

#[test]
fn other_peoples_files_are_reported_through_a_real_rustc() {
    let room = Room::new("shift-right");
    room.write("foreign.rs", FOREIGN);
    let args = ["report", "foreign.rs", "--compilers", "wrapper", "--flag=-Copt-level=3"];
    let said = room.run(&args).expect(0).stdout();
    let pass = bug::named("shift-right").expect("a bug of this name").pass;
    assert!(said.contains(pass), "{said}");
    let report = room.read("spektr-report-foreign/report.md");
    for text in ["given to spektr", "2 statements in 1 function", "rustc 1.", " >> "] {
        assert!(report.contains(text), "`{text}` is not in:\n{report}");
    }
    let right = room.read("spektr-report-foreign/expected.txt");
    assert_ne!(right, room.read("spektr-report-foreign/wrong.txt"));
    let original = room.path().join("spektr-report-foreign/original.rs.gz");
    let original = Command::new("gzip").arg("-dc").arg(original).output().expect("gzip");
    assert!(String::from_utf8_lossy(&original.stdout).contains("halve"));
}

/// Written by hand in a form that spektr itself never prints.
const FOREIGN: &str = r#"
#![feature(custom_mir, core_intrinsics)]
#![allow(unused)]
extern crate core;
use core::intrinsics::mir::*;

pub struct Pair { pub low: i16, pub high: u64 }

#[inline(never)]
fn show(value: i16) { println!("{value}"); }

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn halve(by: u32, pair: Pair) -> i16 {
    mir! {
        let doubled: u64;
        let there: bool;
        {
            doubled = pair.high + pair.high;
            there = doubled > 3_u64;
            match there { true => deep, _ => out }
        }
        deep = {
            RET = pair.low >> by;
            Goto(out)
        }
        out = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn start() {
    mir! {
        let pair: Pair;
        let half: i16;
        {
            pair = Pair { low: -300_i16, high: 7_u64 };
            Call(half = halve(2_u32, Move(pair)), ReturnTo(known), UnwindContinue())
        }
        known = {
            Call(RET = show(half), ReturnTo(end), UnwindContinue())
        }
        end = {
            Return()
        }
    }
}

fn main() { start(); }
"#;
