//! `spektr report FILE`: from a file that somebody has to a bundle, and what a person gets for
//! files that show nothing.

use crate::room::{Answer, Room};
use std::process::Command;

const WRONG: &str = "let a = 3\nlet b = 4\nadd b b\nmul a b\nprint b\nprint a\n";

fn read(room: &Room, file: &str) -> String {
    std::fs::read_to_string(room.path().join(file)).expect("a file in the room")
}

/// The one line a failing command says.
fn complaint(answer: Answer, code: i32) -> String {
    let stderr = answer.expect(code).stderr();
    crate::room::one_line_and_an_excerpt(&stderr)
}

fn reproduces(room: &Room, bundle: &str) {
    let script = room.path().join(bundle).join("reproduce.sh");
    let output = Command::new("sh").arg(script).arg(room.path().join("minic")).output();
    let output = output.expect("a shell");
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{words}");
    assert!(words.contains("the bug shows"), "{words}");
}

#[test]
fn a_file_becomes_a_bundle() {
    let room = Room::new(&[("good", &[]), ("bad", &["-Bwrong=mul"])]);
    room.write("wrong.mini", WRONG);
    let answer = room.run(&["report", "wrong.mini"]).expect(0);
    assert!(answer.stdout().contains("strength-reduction miscompiles"), "{}", answer.stdout());
    assert!(answer.stderr().contains("6 statements became"), "{}", answer.stderr());
    let report = read(&room, "spektr-report-wrong/report.md");
    for text in ["given to spektr", "by a person", "reduced from 6 statements", "`-O1`"] {
        assert!(report.contains(text), "`{text}` is not in:\n{report}");
    }
    assert!(!report.contains("seed"), "{report}");
    assert!(!room.path().join("spektr-store").exists(), "no store is needed");
    reproduces(&room, "spektr-report-wrong");
}

#[test]
fn without_reduction_the_program_is_as_it_was() {
    let room = Room::new(&[("bad", &["-Bwrong=mul"])]);
    room.write("wrong.mini", WRONG);
    let args = ["report", "wrong.mini", "--no-reduce", "-o", "bundle", "--flag", "-O1"];
    room.run(&args).expect(0);
    let report = read(&room, "bundle/report.md");
    assert!(report.contains("add b b") && !report.contains("reduced from"), "{report}");
    reproduces(&room, "bundle");
}

#[test]
fn a_program_that_breaks_the_compiler_need_not_be_valid() {
    let room = Room::new(&[("bad", &["-Bice=mul"])]);
    room.write("ice.mini", "let a = 3\nmul a q\nprint a\n");
    room.run(&["report", "ice.mini"]).expect(0);
    let report = read(&room, "spektr-report-ice/report.md");
    let title = report.lines().find(|line| line.starts_with("# ")).expect("a title");
    assert!(title.contains("pass strength-reduction: ") && title.contains("no mul"), "{report}");
    assert!(report.contains("The crash does not depend on it"), "{report}");
}

#[test]
fn a_finding_is_reduced_unless_a_person_says_no() {
    let room = Room::new(&[("bad", &["-Bwrong=add"])]);
    room.run(&["hunt", "--seeds", "0..8", "--json", "--no-triage"]).expect(1);
    room.run(&["report", "1", "--no-reduce", "-o", "large"]).expect(0);
    assert!(room.store().finding(1).expect("it").reduced.is_none());
    let said = room.run(&["report", "1", "-o", "small"]).expect(0).stderr();
    assert!(said.contains("statements became"), "{said}");
    let size = |bundle: &str| read(&room, &format!("{bundle}/report.md")).len();
    assert!(size("small") < size("large"));
}

#[test]
fn files_that_show_nothing() {
    let room = Room::new(&[("bad", &["-Bwrong=mul"])]);
    room.write("right.mini", "let a = 3\nprint a\n");
    room.write("undefined.mini", "print q\n");
    room.write("noise.mini", "this is no program\n");
    for (file, code, words) in [
        ("right.mini", 7, "shows no bug"),
        ("undefined.mini", 3, "undefined behaviour"),
        ("noise.mini", 6, "noise.mini:"),
        ("missing.mini", 6, "cannot read"),
    ] {
        let said = complaint(room.run(&["report", file]), code);
        assert!(said.contains(words) && said.contains(file), "{file}: {said}");
    }
    room.write("wrong.mini", WRONG);
    let said = complaint(room.run(&["report", "wrong.mini", "--compilers", "gone"]), 8);
    assert!(said.contains("no compiler `gone`"), "{said}");
    room.write("taken", "a file where the bundle should be");
    let answer = room.run(&["report", "wrong.mini", "--no-reduce", "-o", "taken"]);
    assert!(complaint(answer, 2).contains("taken"));
    std::fs::remove_file(room.path().join("minic")).expect("the compiler");
    let said = complaint(room.run(&["report", "wrong.mini"]), 8);
    assert!(said.contains("there is no program"), "{said}");
}
