//! The hand-made minima: each shows its bug and no other, and triage names its pass.

use spektr_hunt::court::{Configuration, Cost, Court};
use spektr_judge::VerdictClass;
use spektr_seeded::bug::{self, Wrong};
use spektr_seeded::court::{Quick, optimized};
use spektr_seeded::starts;
use spektr_seeded::trial::{look, read, shows};

#[test]
fn every_bug_has_a_minimum_that_shows_it() {
    let starts = starts::all();
    assert_eq!(starts.len(), bug::all().len());
    for start in starts {
        let name = start.bug.name;
        let found = read(start.minimal);
        let court = Quick::new(&[start.bug]);
        let opinion = court.glance(found.case(), &optimized(), &mut Cost::default()).unwrap();
        if matches!(start.bug.wrong, Wrong::Fatal(..)) {
            assert_eq!(opinion.class(), VerdictClass::CompilerCrash, "{name}");
            continue;
        }
        assert!(found.execution.is_valid(), "{name}: {:?}", found.execution.ending);
        assert_eq!(opinion.class(), VerdictClass::Miscompiled, "{name}");
        let plain = Configuration {
            compiler: "seeded".to_owned(),
            flags: vec!["-Copt-level=0".to_owned()],
        };
        let opinion = court.glance(found.case(), &plain, &mut Cost::default()).unwrap();
        assert_eq!(opinion.class(), VerdictClass::Pass, "{name}");
    }
}

#[test]
fn triage_names_the_pass() {
    for start in starts::all() {
        let found = read(start.minimal);
        let triage = look(&Quick::new(&[start.bug]), found.case()).unwrap();
        match start.bug.wrong {
            Wrong::Fatal(..) => assert!(!triage.mark.is_empty(), "{}", start.bug.name),
            _ => assert_eq!(triage.guilt.unwrap().pass, start.bug.pass, "{}", start.bug.name),
        }
    }
}

#[test]
fn no_minimum_shows_another_bug() {
    for start in starts::all() {
        let found = read(start.minimal);
        if !found.execution.is_valid() {
            continue;
        }
        for other in bug::all().iter().filter(|other| other.name != start.bug.name) {
            assert!(
                !shows(&Quick::new(&[other]), found.case()),
                "the minimum of {} shows {}",
                start.bug.name,
                other.name
            );
        }
    }
}
