//! Stores that an older spektr made: they open, say the same, and can be gone on with.

use crate::campaign::keys;
use crate::chosen::{Chosen, judge};
use crate::numbers::Arithmetic;
use spektr_hunt::Stop;
use spektr_hunt::campaign::{Hunt, Manner};
use spektr_hunt::examine::{Triaged, triage_finding};
use spektr_hunt::known::cures;
use spektr_hunt::store::{FindingFilter, FindingState, Store};
use spektr_hunt::supply::Generator;
use spektr_judge::{Flag, Spent};
use tempfile::TempDir;

/// A store of the first version, as its file.
fn first_version() -> TempDir {
    let directory = TempDir::new().unwrap();
    let file = rusqlite::Connection::open(directory.path().join("spektr.sqlite")).unwrap();
    file.execute_batch(include_str!("version_1.sql")).unwrap();
    directory
}

#[test]
fn a_store_of_the_first_version_opens_and_says_the_same() {
    let directory = first_version();
    // Twice: what was brought up to date stays so.
    for _ in 0..2 {
        let store = Store::open_existing(directory.path()).unwrap();
        let first = store.finding(1).unwrap();
        assert_eq!(first.text(), "0 1 3 7 14 29 \"quoted\" ");
        assert_eq!(first.flags, [Flag::word("-O2"), Flag::of_words(["-g", "--with", "space"])]);
        assert_eq!(first.reduced.unwrap()[0].text, "0 1 3 7 14 29 ");
        assert_eq!((first.expected, first.found), (b"29".to_vec(), b"30".to_vec()));
        assert_eq!((first.expect, first.seen), (None, None));
        let bugs = store.bugs().unwrap();
        assert_eq!(bugs.len(), 1);
        assert_eq!(bugs[0].mute.as_ref().unwrap().reason, "known");
        let campaign = &store.campaigns().unwrap()[0];
        assert_eq!((campaign.programs, campaign.compiles, campaign.judged()), (31, 40, 16));
        let waiting = FindingFilter { state: Some(FindingState::New), ..Default::default() };
        assert_eq!(store.findings(waiting).unwrap().len(), 1);
        assert_eq!(store.totals(campaign).unwrap().cpu_micros, 5_000_000);
    }
}

#[test]
fn what_it_knows_is_used() {
    let directory = first_version();
    let store = Store::open_existing(directory.path()).unwrap();
    let judge = judge(Chosen::default());
    // It does not say whether its cures leave out one pass only, so nothing is told by them.
    assert!(cures(&store, &judge).unwrap().is_empty());
    let finding = store.finding(2).unwrap();
    let triaged = triage_finding(&store, &judge, &finding, &mut Spent::default()).unwrap();
    assert!(matches!(triaged, Triaged::Joined { new: true, .. }), "{triaged:?}");
}

#[test]
fn its_campaign_goes_on() {
    let directory = first_version();
    let store = Store::open_existing(directory.path()).unwrap();
    let (judge, supply) =
        (judge(Chosen::default()), Generator::new(&Arithmetic, "", None, Some(20)));
    let stop = Stop::new();
    let manner = Manner { jobs: 1, triage: false, ..Manner::default() };
    let hunt = Hunt { judge: &judge, supply: &supply, store: &store, stop: &stop, manner };
    let campaign = store.campaign_by_id(1).unwrap();
    let summary = hunt.run(&campaign, &mut |_| {}).unwrap();
    assert!(summary.complete, "{summary:?}");
    assert_eq!(summary.seeds, 48, "what was judged is not judged again");
    keys(&store);
}
