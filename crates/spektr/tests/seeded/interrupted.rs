//! A reduction that ends early leaves the smallest program so far: after Ctrl-C, and when
//! the compiler vanishes.

use crate::room::{Room, parsed};
use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Stdio};

const BUG: &str = "transmute";
/// Steps after which the reduction is disturbed; a whole one takes dozens.
const STEPS: usize = 4;

fn begin(room: &Room) -> (Child, Lines<BufReader<ChildStdout>>) {
    room.write_program(BUG, "large.rs");
    let args = ["reduce", "large.rs", "-o", "small.rs", "--json", "--compilers", "seeded"];
    let mut command = room.command(&[&args[..], &["--flag=-Copt-level=3"]].concat());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..STEPS {
        let line = lines.next().expect("a step").unwrap();
        assert!(line.contains(r#""event":"step""#), "{line}");
    }
    (child, lines)
}

/// The smallest program so far is in the file, smaller than at the start, and shows the bug.
fn assert_left(room: &Room) {
    let text = room.read("small.rs");
    let (before, after) = (parsed(&room.read("large.rs")).size(), parsed(&text).size());
    assert!(after.statements < before.statements && after.statements > 10, "{after:?}");
    let triage = ["triage", "small.rs", "--compilers", "seeded", "--flag=-Copt-level=3"];
    let words = room.run(&triage).expect(0).stdout();
    assert!(words.contains("miscompiled"), "{words}");
}

#[test]
fn ctrl_c_leaves_the_best_so_far() {
    let room = Room::new(BUG);
    let (mut child, lines) = begin(&room);
    let pid = libc::pid_t::try_from(child.id()).unwrap();
    // SAFETY: the child is ours and has not been waited for, so its id is its own.
    assert_eq!(unsafe { libc::kill(pid, libc::SIGINT) }, 0);
    let last = lines.map_while(Result::ok).last().expect("the result");
    assert!(last.contains(r#""event":"reduced""#), "{last}");
    assert!(last.contains("stopped by request"), "{last}");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_left(&room);
}

#[test]
fn a_compiler_that_vanishes_leaves_the_best_so_far() {
    let room = Room::new(BUG);
    let (child, lines) = begin(&room);
    let (compiler, away) = (room.path().join("seeded-rustc"), room.path().join("away"));
    std::fs::rename(&compiler, &away).unwrap();
    lines.map_while(Result::ok).last().expect("the result");
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(8), "{said}");
    assert!(said.contains("seeded") && said.contains("smallest program"), "{said}");
    std::fs::rename(&away, &compiler).unwrap();
    assert_left(&room);
}
