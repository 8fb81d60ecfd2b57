//! Of several compilers that show a bug, the newest is the one that everything is about: triage,
//! the reduced program, the report.

use crate::room::Room;

/// Loops of every length are wrong with the older compiler, long ones only with the newer. The
/// names say nothing: the newer comes first in the alphabet and last in the configuration.
const BOTH: [(&str, &[&str]); 3] = [
    ("right", &["--as=3.0.0"]),
    ("nine", &["--as=1.9.0", "-Bwrong=loop"]),
    ("eleven", &["--as=1.11.0", "-Bwrong=long-loop"]),
];

const LONG: &str = "let a = 3\nlet b = 4\nloop 5 {\nadd a b\n}\nadd b b\nprint b\nprint a\n";
const SHORT: &str = "let a = 3\nlet b = 4\nloop 2 {\nadd a b\n}\nprint a\n";

fn read(room: &Room, file: &str) -> String {
    std::fs::read_to_string(room.path().join(file)).expect("a file in the room")
}

#[test]
fn a_file_is_triaged_and_reduced_on_the_newest() {
    let room = Room::new(&BOTH);
    room.write("long.mini", LONG);
    let triaged = room.run(&["triage", "long.mini"]).expect(0).stdout();
    assert!(triaged.contains("compiler      eleven\n"), "{triaged}");
    assert!(triaged.contains("nine          shows it too\n"), "{triaged}");
    let reduced = room.run(&["reduce", "long.mini", "-o", "small.mini"]).expect(0);
    assert!(reduced.stderr().contains("compiles"), "{}", reduced.stderr());
    let small = read(&room, "small.mini");
    assert!(small.len() < LONG.len() && small.contains("loop 5"), "{small}");
    for compiler in ["nine", "eleven"] {
        room.run(&["test", "small.mini", "--compilers", compiler]).expect(1);
    }
}

#[test]
fn what_only_the_older_shows_stays_there() {
    let room = Room::new(&BOTH);
    room.write("short.mini", SHORT);
    let triaged = room.run(&["triage", "short.mini"]).expect(0).stdout();
    assert!(triaged.contains("compiler      nine\n"), "{triaged}");
    assert!(triaged.contains("eleven        does not show it\n"), "{triaged}");
}

#[test]
fn a_compiler_that_a_person_names_is_the_one() {
    let room = Room::new(&BOTH);
    room.write("long.mini", LONG);
    let triaged = room.run(&["triage", "long.mini", "--compilers", "nine"]).expect(0).stdout();
    assert!(triaged.contains("compiler      nine\n"), "{triaged}");
    assert!(triaged.contains("eleven        shows it too\n"), "{triaged}");
}

#[test]
fn another_bug_of_the_newer_one_is_not_taken_for_it() {
    let bugs: [(&str, &[&str]); 2] =
        [("nine", &["--as=1.9.0", "-Bwrong=loop"]), ("eleven", &["--as=1.11.0", "-Bwrong=add"])];
    let room = Room::new(&bugs);
    room.write("long.mini", LONG);
    let triaged = room.run(&["triage", "long.mini"]).expect(0).stdout();
    assert!(triaged.contains("compiler      nine\n"), "{triaged}");
    assert!(triaged.contains("loop-opt"), "{triaged}");
}

#[test]
fn a_report_leads_with_the_newest() {
    let room = Room::new(&BOTH);
    room.write("long.mini", LONG);
    room.run(&["report", "long.mini", "-o", "bundle"]).expect(0);
    let report = read(&room, "bundle/report.md");
    assert!(report.contains("minic 1.11.0"), "{report}");
    assert!(report.contains("loop 5"), "{report}");
    assert!(report.contains("| minic 1.9.0 | **wrong code** |"), "{report}");
}

#[test]
fn findings_of_a_hunt_too() {
    let room = Room::new(&BOTH);
    room.run(&["hunt", "--seeds", "0..48", "--json"]).expect(1);
    let store = room.store();
    let bugs = store.bugs().expect("bugs");
    assert_eq!(bugs.len(), 1, "{bugs:?}");
    let findings = store.findings(Default::default()).expect("findings");
    let on = |compiler: &str| {
        let is_it =
            |json: &String| json.contains(&format!("\"compiler\":\"{compiler}\",\"flags\""));
        findings.iter().filter(|it| it.triage.as_ref().is_some_and(is_it)).count()
    };
    assert!(on("eleven") > 0 && on("right") == 0);
    // Whatever the finding's own compiler was, the reduced program shows it on its triage's.
    let reduced = findings.iter().find(|it| it.reduced.is_some()).expect("one is reduced");
    room.run(&["report", &reduced.id.to_string()]).expect(0);
}

#[test]
fn a_reduction_for_an_older_compiler_is_made_again() {
    let room = Room::new(&[("nine", &["--as=1.9.0", "-Bwrong=loop"])]);
    room.run(&["hunt", "--seeds", "0..48", "--json"]).expect(1);
    let (id, before) = {
        let store = room.store();
        let findings = store.findings(Default::default()).expect("findings");
        let found = findings.iter().find(|it| it.text().contains("loop 4")).expect("a long loop");
        let id = found.id.to_string();
        drop(store);
        room.run(&["reduce", &id]).expect(0);
        let reduced = room.store().finding(found.id).expect("it").reduced.expect("it is reduced");
        (id, reduced[0].text.clone())
    };
    assert!(before.contains("loop 1"), "{before}");
    // A newer compiler arrives that shows the bug for long loops only.
    room.configure(&BOTH);
    let triaged = room.run(&["triage", &id]).expect(0).stdout();
    assert!(triaged.contains("compiler      eleven\n"), "{triaged}");
    let after = room.run(&["reduce", &id]).expect(0).stdout();
    assert!(!after.contains("loop 1"), "{after}");
    room.run(&["report", &id, "-o", "bundle"]).expect(0);
    assert!(read(&room, "bundle/report.md").contains("minic 1.11.0"));
}
