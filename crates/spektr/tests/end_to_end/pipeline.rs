//! From seed to reduced bug through the command, on the miniature language: the hall knows
//! nothing of it but the wing trait.

use crate::room::Room;
use spektr_hunt::store::FindingFilter;

#[test]
fn hunt_findings_show_mute_and_status() {
    let room = Room::new(&[("good", &[]), ("bad", &["-Bwrong=loop"])]);
    let hunt = room.run(&["hunt", "--seeds", "0..48", "--json"]).expect(1);
    let events: Vec<serde_json::Value> = hunt
        .stdout()
        .lines()
        .map(|line| serde_json::from_str(line).expect("every line is an event"))
        .collect();
    assert_eq!(events.first().unwrap()["event"], "started");
    assert_eq!(events.last().unwrap()["event"], "finished");
    assert_eq!(events.last().unwrap()["complete"], true);
    let store = room.store();
    let bugs = store.bugs().unwrap();
    assert_eq!(bugs.len(), 1, "{bugs:?}");
    assert!(bugs[0].signature.contains("loop-opt"), "{}", bugs[0].signature);
    let shortest = store.finding(bugs[0].representative).unwrap();
    let reduced = shortest.reduced.clone().expect("the first finding of a bug is reduced");
    let reduced: String = reduced.into_iter().map(|file| file.text).collect();
    assert!(reduced.lines().count() <= 6, "{reduced}");
    drop(store);

    let id = shortest.id.to_string();
    let shown = room.run(&["show", &id]).expect(0).stdout();
    assert!(shown.contains("loop-opt") && shown.contains(&reduced), "{shown}");
    assert!(shown.contains("sorted by   what its reduced program consists of ("), "{shown}");
    assert_eq!(room.run(&["show", &id, "--program"]).expect(0).stdout(), reduced);
    assert!(room.run(&["findings", "--bugs"]).expect(0).stdout().contains("loop-opt"));
    let status = room.run(&["status", "--json"]).expect(0).stdout();
    let status: serde_json::Value = serde_json::from_str(&status).unwrap();
    assert_eq!((&status["judged_seeds"], &status["finished"]), (&48.into(), &true.into()));

    let listed = |room: &Room| room.run(&["findings", "--json"]).expect(0).stdout();
    assert!(listed(&room).contains("\"sorted_by\":\"kind\""), "{}", listed(&room));
    room.run(&["mute", "1", "--reason", "known", "--link", "somewhere"]).expect(0);
    assert!(listed(&room).is_empty());
    assert!(room.run(&["findings", "--bugs", "--muted"]).expect(0).stdout().contains("somewhere"));
}

#[test]
fn a_hunt_that_is_done_has_nothing_to_do() {
    let room = Room::new(&[("good", &[])]);
    room.run(&["hunt", "--seeds", "0..8", "--json"]).expect(0);
    let again = room.run(&["hunt", "--seeds", "0..8", "--json"]).expect(0).stdout();
    assert!(again.lines().last().unwrap().contains("\"programs\":0"), "{again}");
    assert_eq!(room.store().campaigns().unwrap().len(), 1);
    let resumed = room.run(&["hunt", "--resume"]).expect(9).stderr();
    assert!(resumed.contains("every campaign") && resumed.contains("finished"), "{resumed}");
}

#[test]
fn crashes_hangs_and_rejections_are_told_apart() {
    let room = Room::new(&[("bad", &["-Bice=mul", "-Breject=loop"])]);
    room.run(&["hunt", "--seeds", "0..24", "--json", "--no-reduce"]).expect(1);
    let store = room.store();
    let mut classes: Vec<String> = store
        .findings(FindingFilter { muted: true, ..Default::default() })
        .unwrap()
        .into_iter()
        .map(|finding| finding.verdict)
        .collect();
    classes.sort();
    classes.dedup();
    assert!(classes.contains(&"compiler-crash".to_owned()), "{classes:?}");
    for bug in store.bugs().unwrap() {
        assert!(bug.signature.contains("no mul can be here"), "{}", bug.signature);
    }
}

#[test]
fn files_are_tested_triaged_and_reduced() {
    let room = Room::new(&[("bad", &["-Bwrong=mul"])]);
    room.write("wrong.mini", "let a = 3\nlet b = 4\nadd b b\nmul a b\nprint b\nprint a\n");
    let tested = room.run(&["test", "wrong.mini"]).expect(1).stdout();
    assert!(tested.contains("ok   wrong.mini: bad -O0"), "{tested}");
    assert!(tested.contains("FAIL wrong.mini: bad -O1"), "{tested}");
    let triaged = room.run(&["triage", "wrong.mini"]).expect(0).stdout();
    assert!(triaged.contains("strength-reduction") && triaged.contains("-O1"), "{triaged}");
    let reduced = room.run(&["reduce", "wrong.mini"]).expect(0);
    let lines = reduced.stdout().lines().count();
    assert!(lines <= 4, "{}\n{}", reduced.stdout(), reduced.stderr());
    assert!(reduced.stderr().contains("compiles"), "{}", reduced.stderr());
    room.write("small.mini", &reduced.stdout());
    room.run(&["test", "small.mini"]).expect(1);
}

#[test]
fn reduction_does_not_depend_on_the_number_of_jobs() {
    let room = Room::new(&[("bad", &["-Bwrong=loop"])]);
    let program = room.run(&["gen", "mini", "--seed", "2", "--form", "text"]).expect(0).stdout();
    room.write("wrong.mini", &program);
    let reduced = |jobs: &str| {
        room.run(&["reduce", "wrong.mini", "--jobs", jobs, "--flag", "-O1"]).expect(0).stdout()
    };
    let alone = reduced("1");
    assert_eq!(alone, reduced("3"));
    assert!(alone.len() < program.len());
}

#[test]
fn the_machine_answers_and_its_witness_too() {
    let room = Room::new(&[("good", &[])]);
    room.write("fine.mini", "let a = 3\nadd a a\nprint a\n");
    assert_eq!(room.run(&["run", "fine.mini"]).expect(0).stdout(), "a=6\n");
    let witness = room.run(&["run", "--witness", "interpreter", "fine.mini"]).expect(0);
    assert!(witness.stderr().contains("agrees with the machine"), "{}", witness.stderr());
    room.write("unset.mini", "print q\n");
    room.run(&["run", "unset.mini"]).expect(3);
    room.run(&["run", "--witness", "interpreter", "unset.mini"]).expect(3);
    room.run(&["run", "--fuel", "1", "fine.mini"]).expect(5);
}

#[test]
fn benches_print_their_figures() {
    let room = Room::new(&[("good", &[])]);
    let hunt = room.run(&["bench", "hunt", "--programs", "32"]).expect(0).stdout();
    for figure in ["programs             32", "compile", "judged per core-hour", "2 jobs against 1"]
    {
        assert!(hunt.contains(figure), "{figure} is missing:\n{hunt}");
    }
    for subject in ["generate", "machine"] {
        let figures = room.run(&["bench", subject, "--programs", "20"]).expect(0).stdout();
        assert!(figures.contains("executed statements"), "{figures}");
    }
    let validity = room.run(&["bench", "validity", "--programs", "20"]).expect(0).stdout();
    assert!(validity.contains("accepted from their texts    20\n"), "{validity}");
    let witness = room.run(&["bench", "witness", "--programs", "5"]).expect(0).stdout();
    assert!(witness.contains("interpreter agrees           5\n"), "{witness}");
}
