//! A corpus that several hunts grow.

use crate::numbers::{Arithmetic, Numbers};
use spektr_hunt::supply::{Corpus, Supply};
use spektr_wing::Program;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Duration;

#[test]
fn what_others_have_added_is_taken_in_and_asked_for_in_time() {
    let told = Mutex::new(Vec::new());
    let newcomers = |known: &BTreeSet<String>| {
        told.lock().unwrap().push(known.len());
        vec![Box::new(Numbers(vec![0, 1])) as Box<dyn Program>]
    };
    let corpus = |every| {
        let corpus = Corpus::new(&Arithmetic, "walk", None, None, |_, _, _| {});
        let corpus = corpus.with_others(every, newcomers);
        corpus.add(Box::new(Numbers(vec![0])));
        corpus
    };
    let patient = corpus(Duration::from_secs(3600));
    patient.supply(1).unwrap();
    assert_eq!((patient.len(), told.lock().unwrap().len()), (1, 0), "it is not time yet");
    let eager = corpus(Duration::ZERO);
    eager.supply(1).unwrap();
    eager.supply(2).unwrap();
    assert_eq!(eager.len(), 2, "what is here already is not added again");
    assert_eq!(*told.lock().unwrap(), [1, 2], "others are told what is here");
}
