//! `spektr scope`: what programs reach in a tool that runs in the sandbox, and in a person's own
//! command.

use crate::room::{Answer, Room};
use serde_json::Value;

/// Runs it with a cache of its own.
fn scope(room: &Room, args: &[&str]) -> Answer {
    let all: Vec<&str> = ["scope"].iter().chain(args).copied().collect();
    let mut command = room.command(&all);
    Answer(command.env("XDG_CACHE_HOME", room.path().join("cache")).output().expect("it starts"))
}

fn measured(answer: Answer) -> Value {
    let text = answer.expect(0).stdout();
    let line = text.lines().last().expect("a line");
    let value: Value = serde_json::from_str(line).expect("JSON");
    value["measured"][0].clone()
}

/// A figure of the file of which most was reached.
fn figure(measured: &Value, name: &str) -> u64 {
    let modules = measured["modules"].as_array().expect("files");
    let most = modules.iter().max_by_key(|it| it["reached"].as_u64()).expect("a file");
    most[name].as_u64().expect("a number")
}

#[cfg(target_arch = "x86_64")]
#[test]
fn generators_reach_blocks_of_a_tool_in_the_sandbox() {
    let room = Room::new(&[("good", &[])]);
    let saved = ["mini", "--seeds", "0..3", "--json", "--save", "blocks.json"];
    let first = measured(scope(&room, &saved));
    assert_eq!(first["programs"], 3);
    let (blocks, reached) = (figure(&first, "blocks"), figure(&first, "reached"));
    assert!(reached > 20 && reached < blocks, "{reached} of {blocks}");
    let growth = first["growth"].as_array().expect("a row");
    assert_eq!(growth.len(), 3);
    assert!(growth[0].as_u64() <= growth[2].as_u64() && growth[2].as_u64() >= Some(reached));
    // The same programs again: nothing is new.
    let again =
        ["mini", "--seeds", "0..3", "--json", "--baseline", "blocks.json", "--html", "p.html"];
    let again = measured(scope(&room, &again));
    assert!(figure(&again, "new") * 10 < reached, "{again}");
    let page = std::fs::read_to_string(room.path().join("p.html")).expect("a page");
    assert!(page.contains("<h2>good</h2>") && page.contains("<path d=\"M"), "{page}");
}

#[cfg(target_arch = "x86_64")]
#[test]
fn any_command_can_be_watched() {
    let room = Room::new(&[]);
    let answer = scope(&room, &["--json", "--", "/bin/sh", "-c", "echo seen; exit 0"]);
    assert!(answer.stdout().starts_with("seen\n"), "{}", answer.stdout());
    assert!(figure(&measured(answer), "reached") > 20);
    let missing = scope(&room, &["--", "/nowhere/at-all"]);
    assert!(missing.expect(2).stderr().contains("cannot be executed"));
}

/// A hunt that watches keeps what reaches something new; one that does not has nothing to go by.
#[cfg(target_arch = "x86_64")]
#[test]
fn a_corpus_learns_from_blocks() {
    let room = Room::new(&[("good", &[])]);
    let hunt =
        ["hunt", "mini", "--generator", "crossover", "--seeds", "0..6", "--json", "--jobs", "1"];
    room.run(&hunt).expect(0);
    assert!(room.store().corpus("mini").expect("a corpus").is_empty());
    let watched: Vec<&str> =
        hunt.iter().map(|&word| if word == "0..6" { "6..12" } else { word }).collect();
    let mut command = room.command(&[&watched[..], &["--scope"]].concat());
    command.env("XDG_CACHE_HOME", room.path().join("cache"));
    Answer(command.output().expect("it starts")).expect(0);
    assert!(!room.store().corpus("mini").expect("a corpus").is_empty());
}

/// Of programs that all reach the same, one is enough; `--all` keeps what is different in its text.
#[cfg(target_arch = "x86_64")]
#[test]
fn a_corpus_keeps_what_reaches_something_new() {
    let room = Room::new(&[("good", &[])]);
    let text = room.run(&["gen", "mini", "--seed", "1", "--form", "text"]).expect(0).stdout();
    let files = room.path().join("files");
    std::fs::create_dir(&files).expect("a directory");
    for copy in 0..8 {
        std::fs::write(files.join(format!("{copy}.mini")), &text).expect("a file");
    }
    let mut add = room.command(&["corpus", "add", "files", "--wing", "mini", "--jobs", "1"]);
    add.env("XDG_CACHE_HOME", room.path().join("cache"));
    let words = Answer(add.output().expect("it starts")).expect(0).stdout();
    let figure = |what: &str| -> u64 {
        let line = words.lines().find(|line| line.starts_with(what)).expect("a line");
        line.rsplit(' ').next().and_then(|it| it.parse().ok()).expect("a number")
    };
    assert_eq!((figure("files"), figure("programs added")), (8, 1), "{words}");
    // A tool does not do exactly the same twice: not all of the others need be idle.
    assert!(figure("programs that reach nothing new") >= 4, "{words}");
    let all = ["corpus", "add", "files", "--wing", "mini", "--all"];
    assert!(
        room.run(&all).expect(0).stdout().contains("programs that reach nothing new             0")
    );
}
