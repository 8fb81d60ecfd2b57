//! The hand-made minima: each shows its bug and no other, and triage names its pass.

use spektr_judge::{Configuration, Flag, VerdictClass};
use spektr_seeded::bug::{self, Wrong};
use spektr_seeded::finding::{look, read, shows};
use spektr_seeded::laboratory::{optimized, quick};
use spektr_seeded::starts;

#[test]
fn every_bug_has_a_minimum_that_shows_it() {
    let starts = starts::all();
    assert_eq!(starts.len(), bug::all().len());
    for start in starts {
        let name = start.bug.name;
        let found = read(start.minimal);
        let judge = quick(&[start.bug]);
        let (verdict, _) = judge.look(&found.case, &optimized()).unwrap();
        if matches!(start.bug.wrong, Wrong::Fatal(..)) {
            assert_eq!(verdict.class(), VerdictClass::CompilerCrash, "{name}");
            continue;
        }
        let execution = &found.case.execution;
        assert!(execution.is_valid(), "{name}: {:?}", execution.ending);
        assert_eq!(verdict.class(), VerdictClass::Miscompiled, "{name}");
        let plain = Configuration::new("seeded", vec![Flag::word("-Copt-level=0")]);
        let (verdict, _) = judge.look(&found.case, &plain).unwrap();
        assert_eq!(verdict.class(), VerdictClass::Pass, "{name}");
    }
}

#[test]
fn triage_names_the_pass() {
    for start in starts::all() {
        let found = read(start.minimal);
        let triage = look(&quick(&[start.bug]), &found.case).unwrap();
        match start.bug.wrong {
            Wrong::Fatal(..) => assert!(!triage.words.is_empty(), "{}", start.bug.name),
            _ => assert_eq!(triage.guilt.unwrap().pass, start.bug.pass, "{}", start.bug.name),
        }
    }
}

#[test]
fn no_minimum_shows_another_bug() {
    for start in starts::all() {
        let found = read(start.minimal);
        if !found.case.execution.is_valid() {
            continue;
        }
        for other in bug::all().iter().filter(|other| other.name != start.bug.name) {
            assert!(
                !shows(&quick(&[other]), &found.case),
                "the minimum of {} shows {}",
                start.bug.name,
                other.name
            );
        }
    }
}
