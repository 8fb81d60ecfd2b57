//! Bugs that are known cost nothing and hide nothing: one compile recognises them, a share of
//! the hunt runs with their cures on, and what was imported is muted and not reduced again.

use crate::campaign::{hunt, new_store};
use crate::chosen::{Chosen, judge, judge_with};
use spektr_hunt::examine::{Triaged, triage_finding};
use spektr_hunt::known::{Imported, cured, cures, import};
use spektr_hunt::store::{Finding, FindingFilter, NewFinding, Store};
use spektr_hunt::supply::Origin;
use spektr_hunt::{Event, Stop};
use spektr_judge::{Case, Configuration, Flag, Judge, Shares, Spent};
use spektr_wing::SourceFile;

const PLUS: &str = "0 1 3 7 14 29 ";
const DIES: &str = "0 1 3 7 15 31 63 ";

fn program(text: &str) -> Vec<SourceFile> {
    vec![SourceFile::new("program.numbers", text)]
}

fn imported(store: &Store, judge: &Judge<'_>, text: &str) -> i64 {
    let link = Some("the tracker".to_owned());
    match import(store, judge, program(text), "a bundle", link).unwrap() {
        Imported::Bug(bug) => bug,
        other => panic!("{other:?}"),
    }
}

fn of_bug(store: &Store, bug: i64) -> Vec<Finding> {
    store.findings(FindingFilter { bug: Some(bug), muted: true, ..Default::default() }).unwrap()
}

#[test]
fn what_is_imported_is_muted_and_never_reduced() {
    let (_keep, store) = new_store();
    let judge = judge(Chosen::default());
    let bugs = [imported(&store, &judge, PLUS), imported(&store, &judge, DIES)];
    assert_ne!(bugs[0], bugs[1]);
    assert_eq!(imported(&store, &judge, PLUS), bugs[0], "a second time it is the same bug");
    let mut seen = Vec::new();
    let summary = hunt(&store, &judge, 600, 2, &Stop::new(), &mut |event| {
        if let Event::Reduced { finding, .. } = event {
            seen.push(*finding);
        }
    });
    assert!(summary.findings > 20, "{summary:?}");
    for bug in bugs {
        let mute = store.bug(bug).unwrap().mute.unwrap();
        assert_eq!(
            (mute.reason.as_str(), mute.link.as_deref()),
            ("known: a bundle", Some("the tracker"))
        );
    }
    assert!(of_bug(&store, bugs[1]).iter().all(|finding| !seen.contains(&finding.id)));
    let counted = store.findings(FindingFilter::default()).unwrap();
    let blamed = counted.iter().filter(|it| it.campaign == summary.campaign).count() as u64;
    assert_eq!(summary.blamed, blamed, "what is muted is not held against a compiler");
}

#[test]
fn what_no_compiler_shows_is_not_known() {
    let (_keep, store) = new_store();
    let answer = import(&store, &judge(Chosen::default()), program("0 1 "), "fine", None);
    assert_eq!(answer.unwrap(), Imported::NotHere);
    assert!(store.bugs().unwrap().is_empty());
}

#[test]
fn a_cure_recognises_a_bug_with_one_compile() {
    let (_keep, store) = new_store();
    let judge = judge(Chosen::default());
    let bug = imported(&store, &judge, PLUS);
    hunt(&store, &judge, 400, 1, &Stop::new(), &mut |_| {});
    let of_hunt: Vec<Finding> = of_bug(&store, bug)
        .into_iter()
        .filter(|it| !it.origin.maker.starts_with("known"))
        .collect();
    assert!(!of_hunt.is_empty());
    for finding in of_hunt {
        let mut spent = Spent::default();
        let triaged = triage_finding(&store, &judge, &finding, &mut spent).unwrap();
        let Triaged::Joined { bug: joined, new, triage } = triaged else { panic!("{triaged:?}") };
        assert_eq!((joined, new, triage.by_cure), (bug, false, true));
        assert_eq!(spent.compiles, 1, "one compile instead of dozens");
    }
}

#[test]
fn a_share_of_the_hunt_runs_with_the_cures_on() {
    let (_keep, store) = new_store();
    let always = Shares { cured: 1000, ..Shares::default() };
    let judge = judge_with(Chosen::default(), always);
    let bug = imported(&store, &judge, PLUS);
    let known = cures(&store, &judge).unwrap();
    assert_eq!(known.len(), 1);
    let plain = Configuration::new("new", vec![Flag::word("-O2")]);
    let flags = cured(&judge, &known, &plain).flags;
    assert_eq!(flags, [Flag::word("-O2"), Flag::word("-no-plus")]);
    hunt(&store, &judge, 600, 2, &Stop::new(), &mut |_| {});
    assert_eq!(of_bug(&store, bug).len(), 1, "it hides nothing any more");
    let bugs = store.bugs().unwrap();
    assert!(bugs.len() > 1, "the others show: {bugs:?}");
}

#[test]
fn two_known_bugs_in_one_program_are_no_third() {
    let (_keep, store) = new_store();
    let judge = judge(Chosen::default());
    let bugs = [imported(&store, &judge, PLUS), imported(&store, &judge, "0 1 3 7 15 31 ")];
    assert_ne!(bugs[0], bugs[1]);
    // 465 is a multiple of 31, and 29 stands before it.
    let both = judge.wing().read(&program("0 1 3 7 14 29 58 116 232 465 ")).unwrap();
    let case = Case::of_program(both);
    let configuration = Configuration::new("old", vec![Flag::word("-O2")]);
    let (verdict, attempt) = judge.look(&case, &configuration).unwrap();
    let origin = Origin { maker: "a test".to_owned(), parents: Vec::new() };
    let found = (&verdict, Some(&attempt));
    let new = NewFinding::new(&judge, &case, found, &configuration, origin);
    let finding = store.finding(store.import(&new).unwrap()).unwrap();
    let mut spent = Spent::default();
    let triaged = triage_finding(&store, &judge, &finding, &mut spent).unwrap();
    let Triaged::Joined { bug, new, triage } = triaged else { panic!("{triaged:?}") };
    assert!(bugs.contains(&bug) && !new && triage.by_cure, "{triage:?}");
    assert_eq!(spent.compiles, 3, "each cure, and both");
}
