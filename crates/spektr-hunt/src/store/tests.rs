//! The store's promises: nothing lost, nothing doubled, nobody in anybody's way.

use super::*;
use crate::supply::Origin;
use spektr_judge::Flag;
use spektr_postgres::Server;
use spektr_wing::{Behaviour, End, Expect, ProcessEnd, Seen, SourceFile};
use std::collections::BTreeSet;
use tempfile::TempDir;

/// Where the stores of a test are. Every promise is kept over both databases.
#[derive(Clone, Copy)]
enum Over {
    File,
    Server(&'static Server),
}

/// The place of a new store; what has to be removed with it.
struct Fresh {
    place: PathBuf,
    _keep: Option<TempDir>,
}

impl Over {
    fn fresh(self) -> Fresh {
        match self {
            Over::File => {
                let directory = TempDir::new().expect("a temporary directory");
                Fresh { place: directory.path().to_owned(), _keep: Some(directory) }
            }
            Over::Server(server) => Fresh { place: server.database().into(), _keep: None },
        }
    }

    fn opened(self) -> (Fresh, Store) {
        let fresh = self.fresh();
        let store = Store::open(&fresh.place).expect("a new store");
        (fresh, store)
    }
}

/// Runs a test over a file, and over a server where there is one.
fn over_both(test: impl Fn(Over)) {
    test(Over::File);
    if let Some(server) = Server::shared() {
        test(Over::Server(server));
    }
}

fn able() -> Able {
    Able { wing: "mini".into(), compilers: vec!["other".into(), "cc".into()] }
}

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

fn batch(done_until: u64, findings: Vec<NewFinding>) -> BatchRecord {
    BatchRecord { done_until, programs: 1, statements: 7, findings, ..BatchRecord::default() }
}

#[test]
fn seeds_are_handed_out_once_and_the_campaign_ends() {
    over_both(|over| {
        let (_keep, store) = over.opened();
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
    });
}

#[test]
fn equal_hunts_share_a_campaign_and_different_ones_do_not() {
    over_both(|over| {
        let (_keep, store) = over.opened();
        let seeds = Seeds { first: 0, end: None };
        let first = store.campaign(&settings(), seeds).unwrap().id;
        assert_eq!(store.campaign(&settings(), seeds).unwrap().id, first);
        let other = Settings { size: Some(9), ..settings() };
        assert_ne!(store.campaign(&other, seeds).unwrap().id, first);
        assert_ne!(store.campaign(&settings(), Seeds { first: 1, end: None }).unwrap().id, first);
    });
}

#[test]
fn what_a_dead_process_held_is_handed_out_again() {
    over_both(|over| {
        let (keep, store) = over.opened();
        let campaign = store.campaign(&settings(), Seeds { first: 0, end: Some(32) }).unwrap();
        let dead = Owner::dead();
        let mut lease = store.lease(&campaign, &dead).unwrap().unwrap();
        store.record(&mut lease, &batch(1, vec![finding(0)])).unwrap();
        // Another process, which has not looked for the dead yet.
        let store = Store::open(&keep.place).unwrap();
        let again = store.lease(&campaign, &Owner::this_process()).unwrap().unwrap();
        assert_eq!((again.first, again.end), (1, lease.end));
        assert_eq!(store.campaign_by_id(campaign.id).unwrap().judged(), 1);
    });
}

#[test]
fn a_live_process_keeps_its_lease_and_gives_back_the_rest() {
    over_both(|over| {
        let (_keep, store) = over.opened();
        let campaign = store.campaign(&settings(), Seeds { first: 0, end: Some(20) }).unwrap();
        let me = Owner::this_process();
        let first = store.lease(&campaign, &me).unwrap().unwrap();
        let second = store.lease(&campaign, &me).unwrap().unwrap();
        assert_eq!((first.first, second.first), (0, 10));
        assert!(store.lease(&campaign, &me).unwrap().is_none());
        store.release(first).unwrap();
        assert_eq!(store.lease(&campaign, &me).unwrap().unwrap().first, 0);
    });
}

/// Flags are drawn for a block, so a seed must be in the same one whatever was asked for.
#[test]
fn a_lease_never_reaches_over_the_end_of_a_block() {
    over_both(|over| {
        let (_keep, store) = over.opened();
        let leases = |first, end| {
            let campaign = store.campaign(&settings(), Seeds { first, end: Some(end) }).unwrap();
            let next = || store.lease(&campaign, &Owner::this_process()).unwrap();
            std::iter::from_fn(next).map(|lease| (lease.first, lease.end)).collect::<Vec<_>>()
        };
        assert_eq!(block(&settings()), 10);
        assert_eq!(leases(0, 30), [(0, 10), (10, 20), (20, 30)]);
        assert_eq!(leases(7, 24), [(7, 10), (10, 20), (20, 24)]);
        assert_eq!(leases(13, 14), [(13, 14)]);
    });
}

#[test]
fn a_finding_met_again_is_not_doubled() {
    over_both(|over| {
        let (_keep, store) = over.opened();
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
    });
}

#[test]
fn the_shortest_program_represents_a_bug() {
    over_both(|over| {
        let (_keep, store) = over.opened();
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
    });
}

/// A store with so many findings of one signature, nothing known about them but the pass.
fn with_findings(over: Over, count: u64) -> (Fresh, Store) {
    let (keep, store) = over.opened();
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
    over_both(|over| {
        let (directory, store) = with_findings(over, 8);
        let sort = |id: i64| {
            let store = Store::open(&directory.place).unwrap();
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
    });
}

#[test]
fn kinds_with_the_same_words_are_numbered_and_named_bugs_keep_their_findings() {
    over_both(|over| {
        let (_keep, store) = with_findings(over, 3);
        let kind = |id: i64| {
            let decision = || Decision { names: vec![], place: Place::Kind("loops".into()) };
            store.sort(id, "pass X", "X is wrong", |_| (decision(), "triage")).unwrap().0
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
    });
}

#[test]
fn what_is_sorted_by_kind_is_not_sorted_by_pass_again() {
    over_both(|over| {
        let (_keep, store) = with_findings(over, 2);
        let by_kind = serde_json::json!({ "sorting": { "by": "kind", "doubtful": true } });
        store.join(1, "pass X", "X is wrong", &by_kind).unwrap();
        assert_eq!(store.sorted_by_pass("mini", "pass X").unwrap().len(), 1);
        let away = |_: &[KnownBug]| {
            (Decision { names: vec![], place: Place::Kind("other".into()) }, "triage")
        };
        for id in [1, 2] {
            store.sort_if_by_pass(id, "pass X", "X is wrong", away).unwrap();
        }
        let first = store.bug(store.finding(1).unwrap().bug.unwrap()).unwrap();
        assert_eq!((first.signature.as_str(), first.by_pass, first.doubtful), ("pass X", 0, 1));
        let second = store.bug(store.finding(2).unwrap().bug.unwrap()).unwrap();
        assert_eq!((second.signature.as_str(), second.by_pass), ("pass X: other", 1));
    });
}

#[test]
fn another_finding_is_reduced_once_there_are_many_even_if_the_bug_is_muted() {
    over_both(|over| {
        let me = Owner::this_process();
        let reduced_of = |count: u64, muted: bool| {
            let (_keep, store) = with_findings(over, count);
            let first = store.claim_unreduced(&me, &able(), 1).unwrap().unwrap().id;
            store.keep_reduction(first, &program("tiny"), &"figures").unwrap();
            store.unclaim(first).unwrap();
            let mute = Mute { reason: "known".into(), link: None };
            store.mute(1, muted.then_some(&mute)).unwrap();
            let mut reduced = 1;
            while let Some(finding) = store.claim_unreduced(&me, &able(), 1).unwrap() {
                store.keep_reduction(finding.id, &program("tiny"), &"figures").unwrap();
                store.unclaim(finding.id).unwrap();
                reduced += 1;
            }
            reduced
        };
        assert_eq!((reduced_of(7, false), reduced_of(8, false), reduced_of(31, false)), (1, 2, 2));
        assert_eq!((reduced_of(32, false), reduced_of(7, true), reduced_of(32, true)), (3, 1, 3));
    });
}

#[test]
fn muted_bugs_are_hidden_but_counted() {
    over_both(|over| {
        let (_keep, store) = over.opened();
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
    });
}

#[test]
fn two_processes_may_open_and_write_at_the_same_time() {
    over_both(|over| {
        let directory = over.fresh();
        let leased = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..4)
                .map(|_| {
                    scope.spawn(|| {
                        let store = Store::open(&directory.place).unwrap();
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
        assert_eq!(Store::open(&directory.place).unwrap().campaigns().unwrap().len(), 1);
    });
}

#[test]
fn stores_that_are_not_ours_are_refused_with_words() {
    over_both(|over| {
        let fresh = over.fresh();
        let missing = Store::open_existing(&fresh.place);
        assert!(matches!(missing, Err(StoreTrouble::Missing { .. })));
        let (newer, store) = over.opened();
        set_version(&store, 99);
        drop(store);
        let trouble = Store::open(&newer.place).err().unwrap();
        assert!(trouble.to_string().contains("newer spektr"), "{trouble}");
    });
    let directory = Over::File.fresh();
    std::fs::write(directory.place.join(FILE), "certainly not a database, but long enough")
        .unwrap();
    assert!(matches!(Store::open(&directory.place), Err(StoreTrouble::Foreign { .. })));
}

fn set_version(store: &Store, version: i64) {
    match &mut *store.backend() {
        Backend::Sqlite(sqlite) => {
            sqlite.connection.pragma_update(None, "user_version", version).unwrap();
        }
        Backend::Postgres(server) => server
            .write(Turn::Together, |session| {
                session.execute("UPDATE spektr_store SET version = ?1", sql::values![version])
            })
            .map(drop)
            .unwrap(),
    }
}

/// A server's store of the version before gets what it lacks and keeps what it has. (Of a file,
/// version 1 itself is kept with the tests of hunts.)
#[test]
fn an_older_store_is_brought_up_to_date() {
    over_both(|over| {
        let (place, store) = over.opened();
        let campaign = store.campaign(&settings(), Seeds { first: 0, end: Some(32) }).unwrap();
        run(&store, "DROP TABLE tally");
        run(&store, "DROP INDEX lease_free");
        set_version(&store, 3);
        drop(store);
        let store = Store::open(&place.place).unwrap();
        let mut lease = store.lease(&campaign, &Owner::this_process()).unwrap().unwrap();
        store.record(&mut lease, &batch(9, vec![finding(1)])).unwrap();
        assert_eq!(store.campaigns().unwrap().len(), 1);
        assert_eq!(store.finding(1).unwrap().files, finding(1).files);
    });
}

fn run(store: &Store, statement: &str) {
    match &mut *store.backend() {
        Backend::Sqlite(sqlite) => sqlite.connection.execute_batch(statement).unwrap(),
        Backend::Postgres(server) => {
            server.write(Turn::Together, |session| session.batch(statement)).unwrap();
        }
    }
}

/// A spektr that is at work while another one changes the tables does not write into them: on
/// a file it notices, on a server the other one has to wait for it.
#[test]
fn two_versions_never_mix() {
    let (place, old) = Over::File.opened();
    let campaign = old.campaign(&settings(), Seeds { first: 0, end: Some(32) }).unwrap();
    let newer = Store::open(&place.place).unwrap();
    set_version(&newer, 99);
    let refused = old.lease(&campaign, &Owner::this_process()).err().unwrap();
    assert!(matches!(refused, StoreTrouble::OtherVersion { found: 99, .. }), "{refused}");
    let Some(server) = Server::shared() else { return };
    let (place, old) = Over::Server(server).opened();
    set_version(&old, 1);
    let trouble = Store::open(&place.place).err().unwrap();
    assert!(matches!(trouble, StoreTrouble::InUse { found: 1, .. }), "{trouble}");
    assert!(trouble.to_string().contains("others work on it"), "{trouble}");
}

#[test]
fn any_text_survives_in_either_database() {
    over_both(|over| {
        let (_keep, store) = over.opened();
        let campaign = store.campaign(&settings(), Seeds { first: 0, end: Some(32) }).unwrap();
        let mut lease = store.lease(&campaign, &Owner::this_process()).unwrap().unwrap();
        let odd = "NUL \0, substitute \u{1a}, \u{fffd}, quote ' and ?1 $1 \\u0000 \u{1F980}";
        let wild = NewFinding {
            diagnostics: odd.into(),
            summary: odd.into(),
            files: program(odd),
            ..finding(1)
        };
        store.record(&mut lease, &batch(9, vec![wild])).unwrap();
        let triage = serde_json::json!({ "sorting": { "by": "pass" }, "words": odd });
        store.join(1, odd, odd, &triage).unwrap();
        let kept = store.finding(1).unwrap();
        assert_eq!((kept.diagnostics.as_str(), kept.summary.as_str()), (odd, odd));
        assert_eq!(kept.files, program(odd));
        let triage: serde_json::Value = serde_json::from_str(&kept.triage.unwrap()).unwrap();
        assert_eq!(triage["words"], odd);
        let bug = &store.bugs().unwrap()[0];
        assert_eq!((bug.title.as_str(), bug.by_pass), (odd, 1));
    });
}

/// What a store holds, as far as anybody can ask for it.
fn contents(store: &Store) -> String {
    let all = FindingFilter { muted: true, ..Default::default() };
    let mut text = format!("{:?}\n{:?}\n", store.findings(all).unwrap(), store.bugs().unwrap());
    for campaign in store.campaigns().unwrap() {
        text += &format!("{campaign:?}\n{:?}\n", store.samples(&campaign).unwrap());
        text += &format!("{:?}\n", store.coverage(&campaign).unwrap());
        text += &format!("{:?}\n", store.stage_cpu(&campaign).unwrap());
        text += &format!("{:?}\n", store.events(&campaign).unwrap());
    }
    text + &format!("{:?} {:?}", store.corpus("mini").unwrap(), store.workers().unwrap())
}

#[test]
fn a_store_is_copied_whole_and_goes_on_there() {
    over_both(|from| {
        over_both(|to| {
            let (_keep, store) = with_findings(from, 9);
            let me = Owner::this_process();
            let campaign = store.campaigns().unwrap().remove(0);
            store.register(&me, &campaign, 2).unwrap();
            let mut lease = store.lease(&campaign, &me).unwrap().unwrap();
            let mut record = batch(lease.first + 1, vec![]);
            record.coverage.extend((0..200).map(|at| (("construct", format!("c{at}")), at + 1)));
            record.spent.add(spektr_judge::Stage::Compile, 77);
            store.record(&mut lease, &record).unwrap();
            store.keep_event(&campaign, "{}").unwrap();
            store.take_sample(&campaign, 0).unwrap();
            let kept = [("d".to_owned(), program("kept"))];
            store.keep_in_corpus("mini", &kept, &Origin::default()).unwrap();
            let (_other, target) = to.opened();
            let busy = store.copy_to(&target).err().unwrap();
            assert!(busy.to_string().contains("stop it"), "{busy}");
            store.goodbye(&me).unwrap();
            let copied = store.copy_to(&target).unwrap();
            assert!(copied.contains(&("finding", 9)) && copied.contains(&("coverage", 200)));
            assert_eq!(contents(&target), contents(&store));
            assert!(store.copy_to(&target).is_err(), "only into an empty store");
            // What comes next is numbered behind what was copied.
            let next = target.lease(&campaign, &me).unwrap().unwrap();
            let seeds: Vec<NewFinding> = (20..22).map(finding).collect();
            let mut next = next;
            let done = next.first + 1;
            let fresh = target.record(&mut next, &batch(done, seeds)).unwrap();
            assert_eq!(fresh, [(0, 10), (1, 11)]);
        });
    });
}

#[test]
fn others_findings_are_left_to_others() {
    over_both(|over| {
        let (_keep, store) = over.opened();
        let campaign = store.campaign(&settings(), Seeds { first: 0, end: Some(32) }).unwrap();
        let me = Owner::this_process();
        let mut lease = store.lease(&campaign, &me).unwrap().unwrap();
        let foreign = NewFinding { compiler: "elsewhere".into(), ..finding(1) };
        store.record(&mut lease, &batch(9, vec![foreign, finding(2)])).unwrap();
        assert_eq!(store.claim_untriaged(&me, &able()).unwrap().unwrap().seed, 2);
        assert!(store.claim_untriaged(&me, &able()).unwrap().is_none());
        let nothing = Able { compilers: Vec::new(), ..able() };
        assert!(store.claim_untriaged(&me, &nothing).unwrap().is_none());
    });
}

/// Findings of one bug are claimed by many at once: one of them reduces it.
#[test]
fn each_bug_is_reduced_by_one_worker() {
    over_both(|over| {
        let (place, _store) = with_findings(over, 6);
        let claimed: usize = std::thread::scope(|scope| {
            let claim = || {
                let store = Store::open(&place.place).unwrap();
                store.claim_unreduced(&Owner::this_process(), &able(), 1).unwrap().is_some()
            };
            let workers: Vec<_> = (0..6).map(|_| scope.spawn(claim)).collect();
            workers.into_iter().map(|it| usize::from(it.join().unwrap())).sum()
        });
        assert_eq!(claimed, 1);
    });
}

#[test]
fn what_others_add_to_the_corpus_is_found() {
    over_both(|over| {
        let (place, store) = over.opened();
        let kept = |store: &Store, name: &str| {
            let kept = [(name.to_owned(), program(name))];
            store.keep_in_corpus("mini", &kept, &Origin::default()).unwrap()
        };
        assert_eq!(kept(&store, "mine"), 1);
        let mut known = BTreeSet::new();
        let (joined, asked) = store.corpus_since("mini", 0, &known).unwrap();
        assert_eq!(joined, [program("mine")]);
        known.insert("mine".to_owned());
        kept(&Store::open(&place.place).unwrap(), "another's");
        let (joined, again) = store.corpus_since("mini", asked, &known).unwrap();
        assert_eq!(joined, [program("another's")]);
        assert!(again >= asked && asked > 0, "it is not begun anew");
        assert!(store.corpus_since("other", 0, &known).unwrap().0.is_empty());
    });
}

#[test]
fn of_what_was_reached_the_most_is_kept() {
    over_both(|over| {
        let (_keep, store) = over.opened();
        let campaign = store.campaign(&settings(), Seeds { first: 0, end: Some(32) }).unwrap();
        let me = Owner::this_process();
        let mut lease = store.lease(&campaign, &me).unwrap().unwrap();
        for (until, reached) in [(1, 5), (2, 9), (3, 7)] {
            let reached = Some(("cc".to_owned(), reached));
            let record = BatchRecord { reached, ..batch(until, vec![]) };
            store.record(&mut lease, &record).unwrap();
        }
        let counted = store.coverage(&campaign).unwrap();
        let reached: Vec<u64> =
            counted.iter().filter(|it| it.kind == "reached").map(|it| it.count).collect();
        assert_eq!(reached, [9]);
    });
}

#[test]
fn a_connection_is_encrypted_if_the_address_says_so_and_only_with_a_server_that_is_known() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let Some(server) = Server::start(Some(("127.0.0.1", port))) else { return };
    let name = server.database().rsplit('/').next().unwrap().to_owned();
    let plain = format!("postgres://spektr@127.0.0.1:{port}/{name}");
    let open = |address: &str| Store::open(Path::new(address)).map(drop);
    let refused = |address: &str| {
        let trouble = open(address).unwrap_err();
        assert!(!matches!(trouble, StoreTrouble::Server { away: true, .. }), "{trouble}");
        trouble.to_string()
    };
    open(&plain).unwrap();
    let Some(root) = server.encrypt() else { return };
    let root = root.display().to_string().replace('/', "%2F");
    let encrypted = format!("{plain}?sslmode=require&sslrootcert={root}");
    assert!(refused(&encrypted).contains("does not support TLS"), "it is not restarted yet");
    server.stop(spektr_postgres::Stopped::Politely);
    server.run();
    open(&encrypted).unwrap();
    open(&encrypted.replace("require", "verify-full")).unwrap();
    assert!(refused(&plain).contains("no encryption"));
    let by_another_name = encrypted.replace("127.0.0.1", "localhost");
    assert!(refused(&by_another_name).contains("certificate"), "{}", refused(&by_another_name));
    // The key is a file too, but holds no certificate.
    let nothing = refused(&encrypted.replace("root.pem", "root.key"));
    assert!(nothing.contains("there is none in it"), "{nothing}");
    let open_mode = refused(&format!("{plain}?sslmode=prefer"));
    assert!(open_mode.contains("say sslmode=require"), "{open_mode}");
}

#[test]
fn counts_of_many_add_up_while_somebody_looks() {
    over_both(|over| {
        let (place, store) = over.opened();
        let campaign = store.campaign(&settings(), Seeds { first: 0, end: Some(200) }).unwrap();
        let judge = || {
            let (store, me) = (Store::open(&place.place).unwrap(), Owner::this_process());
            while let Some(mut lease) = store.lease(&campaign, &me).unwrap() {
                let mut record = batch(lease.end, vec![]);
                record.programs = lease.end - lease.first;
                record.coverage.insert(("construct", "loop".into()), record.programs);
                record.spent.add(spektr_judge::Stage::Compile, 3);
                store.record(&mut lease, &record).unwrap();
            }
        };
        std::thread::scope(|scope| {
            (0..4).for_each(|_| drop(scope.spawn(judge)));
            let mut before = 0;
            while !store.campaign_by_id(campaign.id).unwrap().is_finished() {
                let programs = store.campaign_by_id(campaign.id).unwrap().programs;
                assert!(programs >= before && programs <= 200, "{before} {programs}");
                before = programs;
            }
        });
        let now = store.campaign_by_id(campaign.id).unwrap();
        assert_eq!((now.programs, now.in_flight), (200, 0));
        assert_eq!(store.coverage(&campaign).unwrap()[0].count, 200);
        assert_eq!(store.stage_cpu(&campaign).unwrap(), [("compile".to_owned(), 60)]);
    });
}
