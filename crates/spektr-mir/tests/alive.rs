//! How alive generated programs are under the built-in policy, by the figures that
//! `spektr gen mir --stats` prints: enough of what is written runs, is shown, and follows
//! its pointers; loops iterate; every promised construct is executed.

use spektr_mir::generate::Policy;
use spektr_mir::measure::survey;

/// Enough for one program in a hundred to be seen; the figures of the issue are over 500.
const SEEDS: u64 = 300;

#[test]
fn programs_are_alive_and_made_of_everything() {
    let survey = survey(0..SEEDS, &Policy::default(), None);
    assert_eq!(survey.programs, SEEDS);
    assert_eq!(survey.shares.len(), 6);
    assert!(survey.constructs.iter().filter(|row| row.goal.is_some()).count() > 180);
    assert_eq!(survey.missed(), Vec::<&str>::new());
}

#[test]
fn figures_of_one_program_say_what_was_drawn_for_it() {
    let policy = Policy::default();
    let one = survey(3..4, &policy, Some(200));
    let wanted = one.totals.iter().find(|total| total.name == "statements aimed for");
    assert_eq!(wanted.map(|total| total.sum), Some(200));
    assert_ne!(one.policy, policy.explain());
    assert!(Policy::parse(&one.policy).is_ok(), "{}", one.policy);
    let many = survey(3..5, &policy, Some(200));
    assert_eq!(many.policy, policy.explain());
    let left_out = many.choices.iter().filter(|choice| choice.programs < 2).count();
    assert!(left_out > 3, "swarm testing leaves some constructs out");
}
