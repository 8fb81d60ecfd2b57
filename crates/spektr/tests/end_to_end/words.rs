//! Wrong input: one line that says what to do, and the documented exit code.

use crate::room::{Answer, Room};

/// The one line a failing command says.
fn complaint(answer: Answer, code: i32) -> String {
    let answer = answer.expect(code);
    let stderr = answer.stderr();
    crate::room::one_line_and_an_excerpt(&stderr)
}

#[test]
fn files_that_cannot_be_used() {
    let room = Room::new(&[("good", &[])]);
    room.write("noise.mini", "this is no program\n");
    room.write("unset.mini", "print q\n");
    room.write("fine.mini", "let a = 3\nprint a\n");
    std::fs::write(room.path().join("binary.mini"), [0xff, 0xfe, 0x00]).unwrap();
    for (command, file, code, words) in [
        ("run", "missing.mini", 6, "cannot read"),
        ("run", "binary.mini", 6, "not text"),
        ("run", "noise.mini", 6, "noise.mini:"),
        ("test", "unset.mini", 3, "undefined behaviour"),
        ("triage", "fine.mini", 7, "shows no bug"),
        ("reduce", "fine.mini", 7, "shows no bug"),
        ("reduce", "unset.mini", 3, "undefined behaviour"),
    ] {
        let said = complaint(room.run(&[command, file]), code);
        assert!(said.contains(words), "{command} {file}: {said}");
    }
}

#[test]
fn stores_that_cannot_be_used() {
    let room = Room::new(&[("good", &[])]);
    for command in [&["status"][..], &["findings"], &["show", "1"], &["mute", "1", "--reason", "x"]]
    {
        let said = complaint(room.run(command), 9);
        assert!(said.contains("there is no store in spektr-store"), "{said}");
        assert!(said.contains("spektr hunt"), "{said}");
    }
    room.run(&["hunt", "--seeds", "0..1", "--json"]).expect(0);
    let said = complaint(room.run(&["show", "7"]), 9);
    assert!(said.contains("no finding 7") && said.contains("spektr findings"), "{said}");
    std::fs::create_dir(room.path().join("other")).unwrap();
    room.write("other/spektr.sqlite", &"no database at all ".repeat(100));
    let said = complaint(room.run(&["status", "--store", "other"]), 9);
    assert!(said.contains("not a spektr store"), "{said}");
}

#[test]
fn compilers_and_configurations_that_cannot_be_used() {
    let room = Room::new(&[("good", &[])]);
    let said = complaint(room.run(&["hunt", "--compilers", "god"]), 8);
    assert!(said.contains("no compiler `god`") && said.contains("good"), "{said}");
    room.write("typo.toml", "[[compiler]]\nnmae = \"x\"\n");
    let said = complaint(room.run(&["hunt", "--config", "typo.toml"]), 2);
    assert!(said.contains("typo.toml") && said.contains("`name`"), "{said}");
    room.write("policy", "no such policy\n");
    complaint(room.run(&["hunt", "--policy", "policy"]), 2);
    complaint(room.run(&["gen", "cobol"]), 2);
    room.run(&["hunt", "--seeds", "9..3"]).expect(2);
    std::fs::remove_file(room.path().join("minic")).unwrap();
    let said = complaint(room.run(&["hunt", "--seeds", "0..4"]), 8);
    assert!(said.contains("there is no program") && said.contains("minic"), "{said}");
}

#[test]
fn exit_codes_are_listed() {
    let room = Room::new(&[("good", &[])]);
    let table = room.run(&["exit-codes"]).expect(0).stdout();
    assert_eq!(table.lines().count(), 13, "{table}");
    assert!(table.contains(" 9  the store"), "{table}");
    assert!(room.run(&["--help"]).expect(0).stdout().contains("Examples:"));
}
