//! Triage and reduction have workers of their own: what was cut off says so and is gone on with.

use crate::campaign::{hunt, new_store};
use crate::chosen::{Chosen, judge};
use spektr_hunt::examine::Reduction;
use spektr_hunt::reduce::STOPPED;
use spektr_hunt::store::{FindingFilter, Store};
use spektr_hunt::{Event, Stop};
use spektr_judge::Request;
use std::sync::atomic::{AtomicU64, Ordering};

/// Generated programs have more numbers than this; the canary has none.
const SMALL: usize = 20;

/// Whether an experiment is made by a reduction: nobody else has programs this small.
fn is_of_a_reduction(request: &Request<'_>) -> bool {
    let [file] = request.experiment.files.as_slice() else { return false };
    (1..SMALL).contains(&file.text.split_whitespace().count())
}

fn reductions(store: &Store) -> Vec<Reduction> {
    let all = store.findings(FindingFilter { muted: true, ..Default::default() }).unwrap();
    let kept = all.iter().filter_map(|finding| finding.reduction.as_ref());
    kept.map(|json| serde_json::from_str(json).unwrap()).collect()
}

#[test]
fn a_reduction_that_was_cut_off_says_so_and_is_gone_on_with() {
    let stop = Stop::new();
    let (own, looks) = (stop.clone(), AtomicU64::new(0));
    let watch = move |request: &Request<'_>, _| {
        if is_of_a_reduction(request) && looks.fetch_add(1, Ordering::SeqCst) == 2 {
            own.ask();
        }
        None
    };
    let (_keep, store) = new_store();
    let cut_off = judge(Chosen { watch: Box::new(watch), ..Chosen::default() });
    let mut told = Vec::new();
    hunt(&store, &cut_off, 2000, 1, &stop, &mut |event| {
        if let Event::Reduced { cut_short, .. } = event {
            told.push(cut_short.clone());
        }
    });
    assert_eq!(told, [Some(STOPPED.to_owned())]);
    let before = reductions(&store);
    assert_eq!(before[0].cut_short.as_deref(), Some(STOPPED));
    let summary = hunt(&store, &judge(Chosen::default()), 2000, 1, &Stop::new(), &mut |_| {});
    assert!(summary.complete);
    let after = reductions(&store);
    assert!(after.len() >= before.len());
    assert!(after.iter().all(|reduction| reduction.cut_short.is_none()), "{after:?}");
    assert!(after.iter().all(|reduction| reduction.statements_after <= 8), "{after:?}");
}
