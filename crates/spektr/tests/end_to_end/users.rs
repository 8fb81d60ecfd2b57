//! What users met: each was reproduced once, and must not come back.

use crate::room::{Answer, Room};
use std::io::Write;
use std::process::Stdio;

const FINE: &str = "let a = 3\nprint a\n";
const WRONG: &str = "let a = 3\nlet b = 4\nmul a b\nprint a\n";

fn events(answer: &Answer) -> Vec<serde_json::Value> {
    let parse = |line: &str| serde_json::from_str(line).expect("every line is an event");
    answer.stdout().lines().map(parse).collect()
}

#[test]
fn events_carry_their_time_and_the_last_one_all_costs() {
    let room = Room::new(&[("bad", &["-Bwrong=loop"])]);
    let events = events(&room.run(&["hunt", "--seeds", "0..32", "--json"]).expect(1));
    let times: Vec<f64> = events.iter().map(|it| it["at"].as_f64().expect("a time")).collect();
    assert!(times.is_sorted(), "{times:?}");
    let sum = |event: &str, key: &str| -> u64 {
        let own = events.iter().filter(|it| it["event"] == event);
        own.map(|it| it[key].as_u64().expect("a number")).sum()
    };
    let last = events.last().unwrap();
    let all = sum("judged", "compiles") + sum("examined", "compiles");
    assert_eq!(last["compiles"], all, "triage and reduction are counted");
    assert!(sum("examined", "compiles") > 0 && last["executed"].as_u64() > Some(0));
    let campaign = room.run(&["status", "--json"]).expect(0).stdout();
    let campaign: serde_json::Value = serde_json::from_str(campaign.trim()).unwrap();
    assert_eq!(campaign["compiles"], all);
    assert!(campaign["cpu_micros"]["reduce"].as_u64() > Some(0), "{campaign}");
}

#[test]
fn times_are_said_in_several_ways() {
    let room = Room::new(&[("good", &[])]);
    for time in [&["--minutes", "0.005"][..], &["--time", "0.3s"]] {
        let args = [&["hunt", "--json"][..], time].concat();
        let ended = events(&room.run(&args).expect(0));
        assert_eq!(ended.last().unwrap()["ended_by"], "the time is over");
    }
}

#[test]
fn a_program_may_come_through_standard_input() {
    let room = Room::new(&[("good", &[])]);
    let mut command = room.command(&["run", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(FINE.as_bytes()).unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout, b"a=3\n");
}

#[test]
fn ends_other_than_success_are_judged() {
    let right = Room::new(&[("good", &[])]);
    let wrong = Room::new(&[("good", &[]), ("bad", &["-Bwrong=abort", "-Bwrong=exit"])]);
    for (name, end, code) in [("aborts.mini", "abort", 12), ("exits.mini", "exit 3", 12)] {
        let text = format!("{FINE}{end}\n");
        right.write(name, &text);
        wrong.write(name, &text);
        assert_eq!(right.run(&["run", name]).expect(code).stdout(), "a=3\n");
        right.run(&["test", name]).expect(0);
        let said = wrong.run(&["test", name]).expect(1).stdout();
        assert!(said.contains("the program ends with status"), "{said}");
    }
}

#[test]
fn undefined_programs_are_compiled_for_crashes() {
    let room = Room::new(&[("bad", &["-Bice=mul"])]);
    room.write("ice.mini", "let a = 3\nmul a q\nprint a\n");
    let answer = room.run(&["test", "ice.mini"]).expect(1);
    assert!(answer.stdout().contains("the compiler crashed"), "{}", answer.stdout());
    room.write("unset.mini", "print q\n");
    let said = room.run(&["test", "unset.mini"]).expect(3).stderr();
    assert!(said.contains("unset.mini") && said.contains("no compiler dies of it"), "{said}");
}

#[test]
fn muted_bugs_do_not_count_in_the_exit_code() {
    let room = Room::new(&[("bad", &["-Bwrong=mul"])]);
    room.write("known.mini", WRONG);
    let said = room.run(&["known", "add", "known.mini", "--link", "somewhere"]).expect(0).stdout();
    assert!(said.contains("known as bug 1") && said.contains("strength-reduction"), "{said}");
    assert!(room.run(&["known", "list"]).expect(0).stdout().contains("strength-reduction"));
    let hunt = room.run(&["hunt", "--seeds", "0..48", "--json"]).expect(0);
    let last = events(&hunt).pop().unwrap();
    assert!(last["findings"].as_u64() > Some(0) && last["blamed"] == 0, "{last}");
}

#[test]
fn doctor_knows_the_configuration() {
    let room = Room::new(&[("mine", &[])]);
    let said = room.run(&["doctor"]).expect(0).stdout();
    assert!(said.contains("mine: minic 1.2.3"), "{said}");
    assert!(said.contains("spektr.toml is used: only mine tested"), "{said}");
}

#[test]
fn surroundings_that_are_odd() {
    let room = Room::new(&[("good", &[])]);
    room.write("fine.mini", FINE);
    let mut command = room.command(&["test", "fine.mini"]);
    let homeless = Answer(command.env_remove("HOME").output().unwrap());
    homeless.expect(0);
    let mut command = room.command(&["test", "fine.mini"]);
    let nowhere = Answer(command.env("SPEKTR_COMPILERS", "/no/such/place").output().unwrap());
    let said = nowhere.expect(0).stderr();
    assert!(said.contains("/no/such/place"), "{said}");
    let version = room.run(&["--version"]).expect(0).stdout();
    assert!(version.trim().contains('+'), "the commit is named: {version}");
}

#[test]
fn shells_and_manuals_know_the_command() {
    let room = Room::new(&[("good", &[])]);
    for shell in ["bash", "zsh", "fish"] {
        let script = room.run(&["completions", shell]).expect(0).stdout();
        assert!(script.contains("known") && script.contains("hunt"), "{shell}");
    }
    room.run(&["man", "--output", "man1"]).expect(0);
    let page = std::fs::read_to_string(room.path().join("man1/spektr-hunt.1")).unwrap();
    assert!(page.contains("resume"), "{page}");
}
