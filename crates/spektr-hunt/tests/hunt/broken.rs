//! Compilers that break on everything, hang on everything, or do not take a flag: they are
//! noticed, named and set aside. They neither flood a hunt with findings nor freeze it.

use crate::campaign::{hunt, new_store};
use crate::chosen::{Chosen, judge};
use spektr_hunt::store::{FindingFilter, Store};
use spektr_hunt::{Broken, Event, Stop, Summary};
use spektr_judge::outcome::Stage;
use spektr_judge::sandbox::Limit;
use spektr_judge::{Flag, Outcome, Request};

/// A hunt on two thousand seeds, and what was said about trouble.
fn troubled(
    store: &Store,
    watch: impl Fn(&Request<'_>, u64) -> Option<Outcome> + Send + Sync + 'static,
) -> (Summary, Vec<String>) {
    let laboratory = Chosen { watch: Box::new(watch), ..Chosen::default() };
    let mut said = Vec::new();
    let summary = hunt(store, &judge(laboratory), 2000, 2, &Stop::new(), &mut |event| {
        if let Event::Trouble { message } = event {
            said.push(message.clone());
        }
    });
    (summary, said)
}

fn crash() -> Outcome {
    Outcome::InternalError { signature: "nothing works".to_owned() }
}

fn hang() -> Outcome {
    Outcome::Stopped { stage: Stage::Compile, limit: Limit::Cpu }
}

fn found_on(store: &Store, compiler: &str) -> usize {
    let all = store.findings(FindingFilter { muted: true, ..Default::default() }).unwrap();
    all.iter().filter(|finding| finding.compiler == compiler).count()
}

#[test]
fn one_that_breaks_from_the_start_is_never_used() {
    let (_keep, store) = new_store();
    let (summary, said) =
        troubled(&store, |request, _| (request.compiler.name == "old").then(crash));
    assert!(summary.complete, "the other one goes on: {summary:?}");
    assert_eq!(found_on(&store, "old"), 0);
    assert!(found_on(&store, "new") > 0);
    assert_eq!(said.iter().filter(|it| it.contains("old breaks on the empty program")).count(), 1);
}

#[test]
fn one_that_breaks_later_is_set_aside_after_a_few() {
    for broken in [crash, hang] {
        let (_keep, store) = new_store();
        let (summary, said) = troubled(&store, move |request, nth| {
            (request.compiler.name == "old" && nth > 200).then(broken)
        });
        assert!(summary.complete, "{summary:?}");
        assert_eq!(said.iter().filter(|it| it.contains("old does not work any more")).count(), 1);
        // Before it broke it was wrong now and then; then whole blocks failed, but few of them.
        assert!(found_on(&store, "old") < 100, "{}", found_on(&store, "old"));
    }
}

#[test]
fn a_flag_that_is_not_taken_is_left_out() {
    let (_keep, store) = new_store();
    let (summary, said) = troubled(&store, |request, _| {
        let refused = request.flags.contains(&Flag::word("-g"));
        refused.then(|| Outcome::Rejected { signature: "what is -g?".to_owned() })
    });
    assert!(summary.complete);
    let all = store.findings(FindingFilter::default()).unwrap();
    assert!(all.iter().all(|finding| !finding.flags.contains(&Flag::word("-g"))));
    assert!(all.iter().all(|finding| finding.verdict != "rejected"), "no flood of rejections");
    let told = said.iter().filter(|it| it.contains("does not take -g: what is -g?")).count();
    assert_eq!(told, 2, "once for each compiler: {said:?}");
}

#[test]
fn without_any_that_works_the_hunt_ends_and_says_so() {
    let (_keep, store) = new_store();
    let (summary, _) = troubled(&store, |_, _| Some(crash()));
    assert_eq!(summary.broken, Some(Broken::Compiler));
    let why = summary.ended_by.unwrap();
    assert!(why.contains("no compiler works any more"), "{why}");
    assert!(store.findings(FindingFilter::default()).unwrap().is_empty());
}
