//! From a hunt to what a person hands on: bundles whose script really reproduces with nothing
//! but the compiler, and the page of the store.

use crate::room::Room;
use std::process::Command;

/// The representative of the room's first bug.
fn representative(room: &Room) -> String {
    room.store().bugs().expect("bugs")[0].representative.to_string()
}

/// Exit status and words of a bundle's `reproduce.sh`, run with the room's compiler.
fn reproduce(room: &Room, bundle: &str) -> (Option<i32>, String) {
    let script = room.path().join(bundle).join("reproduce.sh");
    let output = Command::new("sh").arg(script).arg(room.path().join("minic")).output();
    let output = output.expect("a shell");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

fn read(room: &Room, file: &str) -> String {
    std::fs::read_to_string(room.path().join(file)).expect("a file in the room")
}

#[test]
fn a_miscompilation_is_reported_and_reproduces() {
    let room = Room::new(&[("good", &[]), ("bad", &["-Bwrong=loop"])]);
    room.run(&["hunt", "--seeds", "0..32", "--json"]).expect(1);
    let id = representative(&room);
    let said = room.run(&["report", &id, "--output", "bundle"]).expect(0).stdout();
    assert!(said.contains("loop-opt miscompiles"), "{said}");
    assert!(said.contains("look for duplicates"), "{said}");
    let report = read(&room, "bundle/report.md");
    for text in [
        "# late pass loop-opt miscompiles",
        "`-O1`",
        "| spektr's abstract machine | no undefined",
        "| interpreter | no undefined",
    ] {
        assert!(report.contains(text), "`{text}` is not in:\n{report}");
    }
    assert!(
        !report.contains(&room.path().display().to_string()),
        "no paths of this machine: {report}"
    );
    assert_ne!(read(&room, "bundle/expected.txt"), read(&room, "bundle/wrong.txt"));
    let (status, words) = reproduce(&room, "bundle");
    assert_eq!(status, Some(0), "{words}");
    assert!(words.contains("the bug shows") && words.contains("control: "), "{words}");
    assert!(!words.contains("note:"), "{words}");
}

#[test]
fn an_internal_error_is_reported_and_reproduces() {
    let room = Room::new(&[("bad", &["-Bice=mul"])]);
    room.run(&["hunt", "--seeds", "0..24", "--json"]).expect(1);
    let id = representative(&room);
    room.run(&["report", &id]).expect(0);
    let bundle = format!("spektr-report-{id}");
    let report = read(&room, &format!("{bundle}/report.md"));
    assert!(
        report.contains("# Internal error in ")
            && report.contains("pass strength-reduction: ")
            && report.contains("no mul can be here"),
        "{report}"
    );
    let (status, words) = reproduce(&room, &bundle);
    assert_eq!(status, Some(0), "{words}");
}

#[test]
fn a_finding_that_was_not_triaged_is_triaged_first() {
    let room = Room::new(&[("bad", &["-Bwrong=add"])]);
    room.run(&["hunt", "--seeds", "0..8", "--json", "--no-triage"]).expect(1);
    let said = room.run(&["report", "1"]).expect(0).stdout();
    assert!(said.contains("const-fold"), "{said}");
    assert_eq!(reproduce(&room, "spektr-report-1").0, Some(0));
}

#[test]
fn a_bug_that_is_gone_is_not_reported() {
    let room = Room::new(&[("bad", &["-Bwrong=loop"])]);
    room.run(&["hunt", "--seeds", "0..16", "--json"]).expect(1);
    let id = representative(&room);
    room.configure(&[("bad", &[])]);
    let said = room.run(&["report", &id]).expect(7).stderr();
    assert!(said.contains("does not show the bug on its own"), "{said}");
    room.configure(&[("another", &[])]);
    let said = room.run(&["report", &id]).expect(8).stderr();
    assert!(said.contains("the compiler bad is gone"), "{said}");
}

#[test]
fn the_page_of_a_store_shows_its_bugs_with_and_without_compilers() {
    let room = Room::new(&[("bad", &["-Bwrong=loop"]), ("worse", &["-Bice=mul"])]);
    room.run(&["hunt", "--seeds", "0..128", "--json"]).expect(1);
    let said = room.run(&["report", "--html", "page.html"]).expect(0).stdout();
    assert!(said.contains("1 campaign in page.html"), "{said}");
    let page = read(&room, "page.html");
    for text in
        ["no mul can be here", "plot-throughput-wide", "Right output", "<mark", "loop</span>"]
    {
        assert!(page.contains(text), "{text}");
    }
    // Without the compiler the page says less, and nothing wrong.
    room.configure(&[("another", &[])]);
    let answer = room.run(&["report", "--html", "less.html"]).expect(0);
    assert!(answer.stderr().contains("is not here"), "{}", answer.stderr());
    let less = read(&room, "less.html");
    assert!(less.contains("no mul can be here") && less.contains("The compiler was not here"));
}
