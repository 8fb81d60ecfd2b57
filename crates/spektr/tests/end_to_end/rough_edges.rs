//! What a newcomer stumbles over: empty lists, pipes that nobody writes into or reads from,
//! devices, output that cannot be written, messages of several lines.

use crate::room::{Answer, Room};
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Stdio};

const FINE: &str = "let a = 3\nprint a\n";
const WRONG: &str = "let a = 3\nlet b = 4\nmul a b\nprint a\n";

/// The one line a failing command says.
fn complaint(answer: Answer, code: i32) -> String {
    let stderr = answer.expect(code).stderr();
    crate::room::one_line_and_an_excerpt(&stderr)
}

#[test]
fn files_that_are_none() {
    let room = Room::new(&[("good", &[])]);
    std::fs::create_dir(room.path().join("directory")).unwrap();
    std::os::unix::fs::symlink("round", room.path().join("round")).unwrap();
    let made = Command::new("mkfifo").arg(room.path().join("pipe")).status().unwrap();
    assert!(made.success());
    room.write("empty", "");
    for (file, words) in [
        ("directory", "directory"),
        ("round", "symbolic links"),
        ("pipe", "nobody writes into this pipe"),
        ("/dev/zero", "more than 64 MiB"),
    ] {
        let said = complaint(room.run(&["run", file]), 6);
        assert!(said.contains(words), "{file}: {said}");
    }
    // An empty file is a program of nothing in the miniature language.
    room.run(&["run", "empty"]).expect(0);
}

#[test]
fn a_pipe_with_a_writer_is_a_file() {
    let room = Room::new(&[("good", &[])]);
    let pipe = room.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let child = room.command(&["run", "pipe"]).stdout(Stdio::piped()).spawn().unwrap();
    std::fs::write(&pipe, FINE).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "a=3\n");
}

#[test]
fn names_that_are_not_text() {
    let room = Room::new(&[("bad", &["-Bwrong=mul"])]);
    let name = OsStr::from_bytes(b"wr\xffng.mini");
    std::fs::write(room.path().join(name), WRONG).unwrap();
    let run = |command: &str, more: &str| {
        let args = [OsStr::new(command), name, OsStr::new(more)];
        room.run(&args[..if more.is_empty() { 2 } else { 3 }])
    };
    run("run", "").expect(0);
    let tested = run("test", "--json").expect(1).stdout();
    assert!(tested.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
    run("triage", "").expect(0);
    run("report", "--no-reduce").expect(0);
}

#[test]
fn empty_lists_say_that_they_are_empty() {
    let room = Room::new(&[("bad", &["-Bwrong=loop"])]);
    room.run(&["hunt", "--compilers", "nobody"]).expect(8);
    assert!(room.run(&["status"]).expect(0).stderr().contains("no campaign yet"));
    assert_eq!(room.run(&["findings"]).expect(0).stderr(), "no findings\n");
    assert_eq!(room.run(&["findings", "--bugs"]).expect(0).stderr(), "no bugs\n");
    assert!(complaint(room.run(&["findings", "--bug", "7"]), 9).contains("no bug 7"));
    room.run(&["hunt", "--seeds", "0..16", "--json"]).expect(1);
    assert!(complaint(room.run(&["mute", "1", "--reason", " \n"]), 2).contains("empty"));
    room.run(&["mute", "1", "--reason", "known\nsince long", "--link", ""]).expect(0);
    let listed = room.run(&["findings", "--bugs", "--muted"]).expect(0).stdout();
    assert!(listed.contains("       muted: known since long\n"), "{listed}");
    let hidden = room.run(&["findings"]).expect(0);
    assert!(hidden.stdout().is_empty());
    assert!(hidden.stderr().contains("of muted bugs: --muted shows them"), "{}", hidden.stderr());
}

#[test]
fn one_file_that_is_no_test_does_not_stop_the_others() {
    let room = Room::new(&[("bad", &["-Bwrong=mul"])]);
    room.write("noise.mini", "this is no program\n");
    room.write("unset.mini", "print q\n");
    room.write("fine.mini", FINE);
    room.write("wrong.mini", WRONG);
    let answer = room.run(&["test", "noise.mini", "fine.mini", "unset.mini", "missing.mini"]);
    let answer = answer.expect(6);
    assert!(answer.stdout().contains("ok   fine.mini"), "{}", answer.stdout());
    assert_eq!(answer.stderr().lines().count(), 3, "{}", answer.stderr());
    room.run(&["test", "unset.mini", "wrong.mini", "fine.mini"]).expect(1);
}

/// A flag that no compiler knows is not a program that a compiler rejects.
#[test]
fn flags_that_compilers_do_not_take() {
    let room = Room::new(&[("old", &["-Bwrong=mul"]), ("new", &["-Bwrong=mul"])]);
    room.write("wrong.mini", WRONG);
    for command in ["test", "triage", "reduce", "report"] {
        let said = complaint(room.run(&[command, "wrong.mini", "--flag=--frob"]), 2);
        assert!(said.contains("old does not take --frob: unknown option --frob"), "{said}");
    }
    let twice = ["test", "wrong.mini", "--flag=-O1", "--compilers", "old,old"];
    assert_eq!(room.run(&twice).expect(1).stdout().lines().count(), 1);
}

#[test]
fn entries_that_cannot_be_read() {
    let room = Room::new(&[("bad", &["-Bwrong=loop"])]);
    room.run(&["hunt", "--seeds", "0..16", "--json", "--no-triage"]).expect(1);
    let file = room.path().join("spektr-store").join("spektr.sqlite");
    let bytes = std::fs::read(&file).unwrap();
    let text = br#"["-O1"]"#;
    let places: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at..].starts_with(text)).collect();
    assert!(!places.is_empty(), "there are flags");
    let mut damaged = bytes.clone();
    for place in places {
        damaged[place..place + text.len()].copy_from_slice(br#"{"-O1"}"#);
    }
    std::fs::write(&file, damaged).unwrap();
    let said = complaint(room.run(&["findings"]), 9);
    assert!(said.contains("an entry that cannot be read"), "{said}");
    std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    let said = complaint(room.run(&["findings"]), 9);
    assert!(said.contains("not a spektr store"), "{said}");
}

/// Scripts read line by line.
#[test]
fn machines_get_one_value_a_line() {
    let room = Room::new(&[("bad", &["-Bwrong=loop"])]);
    room.write("wrong.mini", "let a = 3\nlet b = 2\nloop 4 {\nadd a b\n}\nprint a\n");
    for (args, code) in [
        (&["hunt", "--seeds", "0..16", "--json"][..], 1),
        (&["status", "--json"], 0),
        (&["findings", "--json"], 0),
        (&["findings", "--bugs", "--json"], 0),
        (&["triage", "1", "--json"], 0),
        (&["reduce", "1", "--json"], 0),
        (&["test", "wrong.mini", "--json"], 1),
        (&["triage", "wrong.mini", "--json"], 0),
        (&["reduce", "wrong.mini", "--json"], 0),
        (&["doctor", "--json"], 0),
    ] {
        let stdout = room.run(args).expect(code).stdout();
        assert!(!stdout.is_empty(), "{args:?}");
        for line in stdout.lines() {
            let value: Result<serde_json::Value, _> = serde_json::from_str(line);
            assert!(value.is_ok_and(|value| value.is_object()), "{args:?}: {line}");
        }
    }
    // Figures are the MIR wing's.
    let mut stats = Command::new(env!("CARGO_BIN_EXE_spektr"));
    let stats = stats.args(["gen", "mir", "--size", "50", "--stats", "--json"]).output().unwrap();
    let line = String::from_utf8_lossy(&stats.stdout).into_owned();
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(serde_json::from_str::<serde_json::Value>(&line).is_ok(), "{line}");
}

#[test]
fn findings_are_shown_in_words() {
    let room = Room::new(&[("bad", &["-Bwrong=loop"])]);
    room.run(&["hunt", "--seeds", "0..16", "--json"]).expect(1);
    let id = room.store().bugs().unwrap()[0].representative.to_string();
    let shown = room.run(&["show", &id]).expect(0).stdout();
    for words in ["triage:\n", "  guilty pass   loop-opt", "reduction:\n", "statements became"] {
        assert!(shown.contains(words), "`{words}` is not in:\n{shown}");
    }
    assert!(!shown.contains("\"class\""), "{shown}");
}

#[test]
fn output_that_cannot_be_written() {
    let room = Room::new(&[("bad", &["-Bwrong=mul"])]);
    room.write("fine.mini", FINE);
    room.write("wrong.mini", WRONG);
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    for args in [&["run", "fine.mini"][..], &["gen", "mini"], &["exit-codes"], &["doctor"]] {
        let output = room.command(args).stdout(full()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains("cannot write to standard output"), "{said}");
    }
    // Without a standard error the exit codes are the same.
    for (args, code) in [
        (&["run", "missing.mini"][..], 6),
        (&["status"], 9),
        (&["frobnicate"], 2),
        (&["reduce", "wrong.mini", "-o", "small.mini"], 0),
        (&["hunt", "--seeds", "0..4"], 1),
    ] {
        let status = room.command(args).stdout(Stdio::null()).stderr(full()).status().unwrap();
        assert_eq!(status.code(), Some(code), "{args:?}");
    }
}

/// `spektr … | head -1`
#[test]
fn readers_may_leave_early() {
    let room = Room::new(&[("bad", &["-Bwrong=loop"])]);
    let first_line = |args: &[&str]| {
        let mut command = room.command(args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!said.contains("panicked"), "{args:?}: {said}");
        (line, output.status.code())
    };
    let (started, code) = first_line(&["hunt", "--seeds", "0..64", "--json"]);
    assert!(started.contains("started") && code == Some(0), "{started} {code:?}");
    // What was cut off goes on as if it had been killed.
    room.run(&["hunt", "--resume", "--json"]).expect(1);
    for args in [&["findings", "--json"][..], &["status"], &["show", "1"], &["--help"], &["doctor"]]
    {
        let (line, code) = first_line(args);
        assert!(!line.is_empty() && code == Some(0), "{args:?}: {line} {code:?}");
    }
}

#[test]
fn compilers_that_say_nothing_or_too_much() {
    let room = Room::new(&[("good", &[])]);
    room.write("fine.mini", FINE);
    let table = |command: &str, always: &str| {
        format!(
            "[[compiler]]\nname = \"x\"\nfamily = \"mini\"\ncommand = {command}\nalways = {always}\n"
        )
    };
    let minic = format!("[{:?}]", room.path().join("minic").display().to_string());
    for (command, always, words) in [
        ("[\"/bin/false\"]", "[]", "--version failed: it said nothing; exit status 1"),
        ("[\"/bin/true\"]", "[]", "cannot be built with x: it said nothing"),
        (minic.as_str(), "[\"--frob\"]", "minic: unknown option --frob"),
    ] {
        room.write("odd.toml", &table(command, always));
        let said = complaint(room.run(&["test", "fine.mini", "--config", "odd.toml"]), 8);
        assert!(said.contains(words), "{said}");
    }
    // A compiler of another family is for another language.
    room.write("odd.toml", &table("[\"/bin/true\"]", "[]").replace("\"mini\"", "\"cobol\""));
    let said = complaint(room.run(&["test", "fine.mini", "--config", "odd.toml"]), 8);
    assert!(said.contains("no mini or mini2 that can be tested was found"), "{said}");
}

#[test]
fn nothing_is_written_where_nothing_may_be() {
    let room = Room::new(&[("good", &[])]);
    room.write("fine.mini", FINE);
    // Not even root can make a directory below a file.
    room.write("file", "");
    for args in [
        &["hunt", "--seeds", "0..1", "--store", "file/store"][..],
        &["hunt", "--seeds", "0..1", "--store", "file"],
        &["status", "--store", "file"],
    ] {
        complaint(room.run(args), 9);
    }
    let mut command = room.command(&["test", "fine.mini"]);
    let output = command.env("TMPDIR", room.path().join("file/below")).output().unwrap();
    let said = complaint(Answer(output), 8);
    assert!(said.contains("cannot set up the sandbox"), "{said}");
    File::open(room.path().join("file")).expect("it is still there");
}
