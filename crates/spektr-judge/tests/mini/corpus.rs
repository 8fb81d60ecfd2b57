//! A corpus with feedback, by hand: what the tool says it did decides what is kept, and what is
//! kept becomes parents.

use crate::bench::{MINOPT, Room, flags};
use spektr_judge::Case;
use spektr_wing::{Order, Program, Wing};
use std::collections::BTreeSet;

#[test]
fn what_did_something_new_is_kept_and_crossed() {
    let room = Room::new();
    let judge = room.minopt(&[]);
    let [first, crossover] = MINOPT.makers() else { panic!("there are two makers") };
    assert!(!first.wants_parents && crossover.wants_parents);
    let (mut covered, mut corpus) = (BTreeSet::new(), Vec::<Box<dyn Program>>::new());
    for seed in 0..30 {
        let parents: Vec<&dyn Program> = corpus.iter().map(|it| it.as_ref()).collect();
        let maker = if seed % 2 == 0 { first.name } else { crossover.name };
        let order = Order { maker, seed, parents: &parents, ..Order::default() };
        let case = Case::from(MINOPT.make(&order).unwrap());
        let (_, attempt) = judge.look(&case, &flags(&["-O1"])).unwrap();
        let seen = attempt.seen().unwrap_or_else(|| panic!("{attempt:?}"));
        let before = covered.len();
        covered.extend(spektr_mini::coverage(seen));
        if covered.len() > before {
            corpus.push(case.program);
        }
    }
    let covered: Vec<&str> = covered.iter().map(String::as_str).collect();
    assert_eq!(covered, ["fold add", "fold mul", "loops loop"]);
    assert!(!corpus.is_empty() && corpus.len() <= 3);
}
