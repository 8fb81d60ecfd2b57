//! The store's promises: nothing lost, nothing doubled, nobody in anybody's way.

use super::*;
use crate::supply::Origin;
use spektr_judge::Flag;
use spektr_wing::{Behaviour, End, Expect, ProcessEnd, Seen, SourceFile};
use tempfile::TempDir;

fn program(text: impl Into<String>) -> Vec<SourceFile> {
    vec![SourceFile::new("program", text)]
}

fn settings() -> Settings {
    Settings {
        wing: "mini".into(),
        supply: "statements".into(),
        policy: None,
        size: Some(10),
        compilers: vec![("cc".into(), "1".into())],
        configurations: "O0 O1".into(),
        batch_statements: 100,
        spektr_version: "0".into(),
    }
}

fn finding(seed: u64) -> NewFinding {
    NewFinding {
        wing: "mini".into(),
        seed,
        policy: None,
        size: None,
        spektr_version: "0".into(),
        compiler: "cc".into(),
        compiler_version: "1".into(),
        flags: vec![Flag::word("-O1")],
        files: program("p".repeat(100 + seed as usize)),
        origin: Origin::default(),
        statements: 10,
        verdict: "miscompiled".into(),
        summary: "x is 1, not 2".into(),
        expect: Expect::Exactly(Behaviour { stdout: b"1\n".to_vec(), end: End::SUCCESS }),
        seen: Some(Seen::printed("2\n", ProcessEnd::Status(0))),
        diagnostics: String::new(),
        difference: None,
        state: FindingState::New,
    }
}

fn opened() -> (TempDir, Store) {
    let directory = TempDir::new().expect("a temporary directory");
    let store = Store::open(directory.path()).expect("a new store");
    (directory, store)
}

fn batch(done_until: u64, findings: Vec<NewFinding>) -> BatchRecord {
    BatchRecord { done_until, programs: 1, statements: 7, findings, ..BatchRecord::default() }
}

#[test]
fn seeds_are_handed_out_once_and_the_campaign_ends() {
    let (_keep, store) = opened();
    let campaign = store.campaign(&settings(), Seeds { first: 5, end: Some(37) }).unwrap();
    let me = Owner::this_process();
    let mut seeds = Vec::new();
    while let Some(mut lease) = store.lease(&campaign, &me).unwrap() {
        seeds.extend(lease.first..lease.end);
        let end = lease.end;
        store.record(&mut lease, &batch(end, vec![])).unwrap();
    }
    assert_eq!(seeds, (5..37).collect::<Vec<_>>());
    assert!(store.campaign_by_id(campaign.id).unwrap().is_finished());
}

#[test]
fn equal_hunts_share_a_campaign_and_different_ones_do_not() {
    let (_keep, store) = opened();
    let seeds = Seeds { first: 0, end: None };
    let first = store.campaign(&settings(), seeds).unwrap().id;
    assert_eq!(store.campaign(&settings(), seeds).unwrap().id, first);
    let other = Settings { size: Some(9), ..settings() };
    assert_ne!(store.campaign(&other, seeds).unwrap().id, first);
    assert_ne!(store.campaign(&settings(), Seeds { first: 1, end: None }).unwrap().id, first);
}

#[test]
fn what_a_dead_process_held_is_handed_out_again() {
    let (_keep, store) = opened();
    let campaign = store.campaign(&settings(), Seeds { first: 0, end: Some(32) }).unwrap();
    let dead = Owner::dead();
    let mut lease = store.lease(&campaign, &dead).unwrap().unwrap();
    store.record(&mut lease, &batch(1, vec![finding(0)])).unwrap();
    let again = store.lease(&campaign, &Owner::this_process()).unwrap().unwrap();
    assert_eq!((again.first, again.end), (1, lease.end));
    assert_eq!(store.campaign_by_id(campaign.id).unwrap().judged(), 1);
}

#[test]
fn a_live_process_keeps_its_lease_and_gives_back_the_rest() {
    let (_keep, store) = opened();
    let campaign = store.campaign(&settings(), Seeds { first: 0, end: Some(20) }).unwrap();
    let me = Owner::this_process();
    let first = store.lease(&campaign, &me).unwrap().unwrap();
    let second = store.lease(&campaign, &me).unwrap().unwrap();
    assert_eq!((first.first, second.first), (0, 10));
    assert!(store.lease(&campaign, &me).unwrap().is_none());
    store.release(first).unwrap();
    assert_eq!(store.lease(&campaign, &me).unwrap().unwrap().first, 0);
}

/// Flags are drawn for a block, so a seed must be in the same one whatever was asked for.
#[test]
fn a_lease_never_reaches_over_the_end_of_a_block() {
    let (_keep, store) = opened();
    let leases = |first, end| {
        let campaign = store.campaign(&settings(), Seeds { first, end: Some(end) }).unwrap();
        let next = || store.lease(&campaign, &Owner::this_process()).unwrap();
        std::iter::from_fn(next).map(|lease| (lease.first, lease.end)).collect::<Vec<_>>()
    };
    assert_eq!(block(&settings()), 10);
    assert_eq!(leases(0, 30), [(0, 10), (10, 20), (20, 30)]);
    assert_eq!(leases(7, 24), [(7, 10), (10, 20), (20, 24)]);
    assert_eq!(leases(13, 14), [(13, 14)]);
}

#[test]
fn a_finding_met_again_is_not_doubled() {
    let (_keep, store) = opened();
    let campaign = store.campaign(&settings(), Seeds { first: 0, end: Some(320) }).unwrap();
    let me = Owner::this_process();
    let mut lease = store.lease(&campaign, &me).unwrap().unwrap();
    let fresh = store.record(&mut lease, &batch(1, vec![finding(0), finding(0)])).unwrap();
    assert_eq!(fresh.len(), 1);
    let fresh = store.record(&mut lease, &batch(2, vec![finding(0), finding(1)])).unwrap();
    assert_eq!(fresh.iter().map(|(position, _)| *position).collect::<Vec<_>>(), [1]);
    assert_eq!(store.findings(FindingFilter::default()).unwrap().len(), 2);
    let totals = store.totals(&campaign).unwrap();
    assert_eq!((totals.programs, totals.statements, totals.findings), (2, 14, 2));
}

#[test]
fn the_shortest_program_represents_a_bug() {
    let (_keep, store) = opened();
    let campaign = store.campaign(&settings(), Seeds { first: 0, end: Some(320) }).unwrap();
    let mut lease = store.lease(&campaign, &Owner::this_process()).unwrap().unwrap();
    store.record(&mut lease, &batch(9, vec![finding(7), finding(3), finding(5)])).unwrap();
    let (bug, new) = store.join(1, "pass X", "X is wrong", &"triage").unwrap();
    assert!(new);
    assert_eq!(store.join(2, "pass X", "X is wrong", &"triage").unwrap(), (bug, false));
    assert_ne!(store.join(3, "pass Y", "Y is wrong", &"triage").unwrap().0, bug);
    assert_eq!(store.bug(bug).unwrap().representative, 2);
    assert_eq!(store.bug(bug).unwrap().findings, 2);
    store.keep_reduction(1, &program("tiny"), &"figures").unwrap();
    assert_eq!(store.bug(bug).unwrap().representative, 1);
}

/// A store with so many findings of one signature, nothing known about them but the pass.
fn with_findings(count: u64) -> (TempDir, Store) {
    let (keep, store) = opened();
    let campaign = store.campaign(&settings(), Seeds { first: 0, end: Some(320) }).unwrap();
    let mut lease = store.lease(&campaign, &Owner::this_process()).unwrap().unwrap();
    store.record(&mut lease, &batch(9, (0..count).map(finding).collect())).unwrap();
    for id in 1..=count as i64 {
        store.join(id, "pass X", "X is wrong", &"triage").unwrap();
    }
    (keep, store)
}

#[test]
fn the_first_two_of_a_kind_make_one_bug_even_if_they_come_at_once() {
    let (directory, store) = with_findings(8);
    let sort = |id: i64| {
        let store = Store::open(directory.path()).unwrap();
        let decide = |known: &[KnownBug]| {
            let kind = known.iter().find(|bug| bug.signature == "pass X: unions");
            let place = kind.map_or(Place::Kind("unions".into()), |bug| Place::Bug(bug.id));
            (Decision { names: Vec::new(), place }, "triage")
        };
        store.sort(id, "pass X", "X is wrong", decide).unwrap().1
    };
    let new: Vec<bool> = std::thread::scope(|scope| {
        let sorters: Vec<_> = (1..=4).map(|id| scope.spawn(move || sort(id))).collect();
        sorters.into_iter().map(|sorter| sorter.join().unwrap()).collect()
    });
    assert_eq!(new.iter().filter(|new| **new).count(), 1, "{new:?}");
    let bugs = store.bugs().unwrap();
    let counts: Vec<(&str, u64)> =
        bugs.iter().map(|bug| (bug.signature.as_str(), bug.findings)).collect();
    assert_eq!(counts, [("pass X", 4), ("pass X: unions", 4)]);
}

#[test]
fn kinds_with_the_same_words_are_numbered_and_named_bugs_keep_their_findings() {
    let (_keep, store) = with_findings(3);
    let kind = |id: i64| {
        let decision = Decision { names: vec![], place: Place::Kind("loops".into()) };
        store.sort(id, "pass X", "X is wrong", |_| (decision, "triage")).unwrap().0
    };
    assert_ne!(kind(1), kind(2));
    let named = |known: &[KnownBug]| {
        let pass = known.iter().find(|bug| bug.signature == "pass X").unwrap().id;
        (Decision { names: vec![(pass, "loops".into())], place: Place::Bug(pass) }, "triage")
    };
    store.sort(3, "pass X", "X is wrong", named).unwrap();
    let bugs = store.bugs().unwrap();
    let mut signatures: Vec<&str> = bugs.iter().map(|bug| bug.signature.as_str()).collect();
    signatures.sort_unstable();
    assert_eq!(signatures, ["pass X: loops", "pass X: loops (2)", "pass X: loops (3)"]);
    assert_eq!(store.finding(3).unwrap().signature.as_deref(), Some("pass X"));
}

#[test]
fn what_is_sorted_by_kind_is_not_sorted_by_pass_again() {
    let (_keep, store) = with_findings(2);
    let by_kind = serde_json::json!({ "sorting": { "by": "kind", "doubtful": true } });
    store.join(1, "pass X", "X is wrong", &by_kind).unwrap();
    assert_eq!(store.sorted_by_pass("mini", "pass X").unwrap().len(), 1);
    let away =
        |_: &[KnownBug]| (Decision { names: vec![], place: Place::Kind("other".into()) }, "triage");
    for id in [1, 2] {
        store.sort_if_by_pass(id, "pass X", "X is wrong", away).unwrap();
    }
    let first = store.bug(store.finding(1).unwrap().bug.unwrap()).unwrap();
    assert_eq!((first.signature.as_str(), first.by_pass, first.doubtful), ("pass X", 0, 1));
    let second = store.bug(store.finding(2).unwrap().bug.unwrap()).unwrap();
    assert_eq!((second.signature.as_str(), second.by_pass), ("pass X: other", 1));
}

#[test]
fn another_finding_is_reduced_once_there_are_many_even_if_the_bug_is_muted() {
    let me = Owner::this_process();
    let reduced_of = |count: u64, muted: bool| {
        let (_keep, store) = with_findings(count);
        let first = store.claim_unreduced(&me, 1).unwrap().unwrap().id;
        store.keep_reduction(first, &program("tiny"), &"figures").unwrap();
        store.unclaim(first).unwrap();
        let mute = Mute { reason: "known".into(), link: None };
        store.mute(1, muted.then_some(&mute)).unwrap();
        let mut reduced = 1;
        while let Some(finding) = store.claim_unreduced(&me, 1).unwrap() {
            store.keep_reduction(finding.id, &program("tiny"), &"figures").unwrap();
            store.unclaim(finding.id).unwrap();
            reduced += 1;
        }
        reduced
    };
    assert_eq!((reduced_of(7, false), reduced_of(8, false), reduced_of(31, false)), (1, 2, 2));
    assert_eq!((reduced_of(32, false), reduced_of(7, true), reduced_of(32, true)), (3, 1, 3));
}

#[test]
fn muted_bugs_are_hidden_but_counted() {
    let (_keep, store) = opened();
    let campaign = store.campaign(&settings(), Seeds { first: 0, end: Some(320) }).unwrap();
    let mut lease = store.lease(&campaign, &Owner::this_process()).unwrap().unwrap();
    store.record(&mut lease, &batch(9, vec![finding(1), finding(2)])).unwrap();
    let (bug, _) = store.join(1, "known", "known", &"triage").unwrap();
    let mute = Mute { reason: "reported".into(), link: Some("issue 1".into()) };
    store.mute(bug, Some(&mute)).unwrap();
    let shown = store.findings(FindingFilter::default()).unwrap();
    assert_eq!(shown.iter().map(|finding| finding.id).collect::<Vec<_>>(), [2]);
    let all = store.findings(FindingFilter { muted: true, ..Default::default() }).unwrap();
    assert_eq!(all.len(), 2);
    assert_eq!(store.bug(bug).unwrap().mute, Some(mute));
    store.mute(bug, None).unwrap();
    assert_eq!(store.findings(FindingFilter::default()).unwrap().len(), 2);
}

#[test]
fn two_processes_may_open_and_write_at_the_same_time() {
    let directory = TempDir::new().unwrap();
    let leased = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let store = Store::open(directory.path()).unwrap();
                    let seeds = Seeds { first: 0, end: Some(400) };
                    let campaign = store.campaign(&settings(), seeds).unwrap();
                    let mut seeds = Vec::new();
                    while let Some(mut lease) =
                        store.lease(&campaign, &Owner::this_process()).unwrap()
                    {
                        seeds.extend(lease.first..lease.end);
                        let end = lease.end;
                        store.record(&mut lease, &batch(end, vec![])).unwrap();
                    }
                    seeds
                })
            })
            .collect();
        let mut leased: Vec<u64> =
            workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect();
        leased.sort_unstable();
        leased
    });
    assert_eq!(leased, (0..400).collect::<Vec<_>>());
    assert_eq!(Store::open(directory.path()).unwrap().campaigns().unwrap().len(), 1);
}

#[test]
fn stores_that_are_not_ours_are_refused_with_words() {
    let directory = TempDir::new().unwrap();
    assert!(matches!(Store::open_existing(directory.path()), Err(StoreTrouble::Missing { .. })));
    std::fs::write(directory.path().join(FILE), "certainly not a database, but long enough")
        .unwrap();
    assert!(matches!(Store::open(directory.path()), Err(StoreTrouble::Foreign { .. })));
    let (newer, store) = opened();
    store.connection().pragma_update(None, "user_version", 99).unwrap();
    drop(store);
    let trouble = Store::open(newer.path()).err().unwrap();
    assert!(trouble.to_string().contains("newer spektr"), "{trouble}");
}
