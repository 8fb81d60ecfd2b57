//! The reducer's promises, on the language of numbers.

use crate::numbers::{Arithmetic, Numbers};
use spektr_hunt::Stop;
use spektr_hunt::reduce::{Interest, Reduced, Refusal, Rules, Validity, reduce};
use spektr_judge::Case;
use spektr_wing::{Fuel, Program, Reading};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Interesting are programs that hold all of these numbers; every question is written down.
struct Holds {
    numbers: Vec<u32>,
    /// Whether questions about invalid programs are in order.
    asks_about_invalid: bool,
    asked: Mutex<Vec<String>>,
    stop_after: usize,
    stop: Stop,
    count: AtomicUsize,
}

impl Holds {
    fn new(numbers: &[u32]) -> Self {
        Holds {
            numbers: numbers.to_vec(),
            asks_about_invalid: false,
            asked: Mutex::new(vec![]),
            stop_after: usize::MAX,
            stop: Stop::new(),
            count: AtomicUsize::new(0),
        }
    }
}

impl Interest for Holds {
    fn holds(&self, case: &Case) -> Result<bool, String> {
        assert!(case.means_something() || self.asks_about_invalid);
        if self.count.fetch_add(1, Ordering::SeqCst) + 1 == self.stop_after {
            self.stop.ask();
        }
        let text = case.program.text();
        let words: Vec<&str> = text.split_whitespace().collect();
        let answer = self.numbers.iter().all(|number| words.contains(&number.to_string().as_str()));
        self.asked.lock().unwrap().push(text);
        Ok(answer)
    }
}

fn rules(jobs: usize) -> Rules {
    Rules { jobs, validity: Validity::Required }
}

fn shrink(start: &[u32], interest: &Holds, rules: &Rules) -> Result<Reduced, Refusal> {
    let program = Numbers(start.to_vec());
    reduce(&Arithmetic, &program, interest, rules, &interest.stop, &mut |_| {})
}

#[test]
fn what_is_left_is_the_bug_and_what_it_needs() {
    let start: Vec<u32> = (0..3000).collect();
    let interest = Holds::new(&[2000, 77]);
    let reduced = shrink(&start, &interest, &rules(2)).unwrap();
    assert_eq!(reduced.program.text(), "0 1 2 3 4 7 9 15 19 31 38 62 77 125 250 500 1000 2000 ");
    assert_eq!((reduced.before.statements, reduced.after.statements), (3000, 18));
    assert!(reduced.tally.asked < 400, "{:?}", reduced.tally);
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let start: Vec<u32> = (0..500).chain(0..500).collect();
    let texts: Vec<(String, u64)> = [1, 2, 7]
        .into_iter()
        .map(|jobs| {
            let reduced = shrink(&start, &Holds::new(&[300, 44, 13]), &rules(jobs)).unwrap();
            (reduced.program.text(), reduced.tally.asked)
        })
        .collect();
    assert_eq!(texts[0], texts[1]);
    assert_eq!(texts[0], texts[2]);
}

#[test]
fn nothing_is_asked_twice() {
    let interest = Holds::new(&[90, 91]);
    shrink(&(0..200).collect::<Vec<_>>(), &interest, &rules(2)).unwrap();
    let mut asked = interest.asked.into_inner().unwrap();
    let total = asked.len();
    asked.sort();
    asked.dedup();
    assert_eq!(asked.len(), total);
}

#[test]
fn reduction_is_refused_where_it_makes_no_sense() {
    let start = [0, 1, 2];
    let refuse = |start: &[u32], numbers: &[u32]| {
        shrink(start, &Holds::new(numbers), &rules(1)).err().expect("refused")
    };
    assert_eq!(refuse(&start, &[5]), Refusal::NotInteresting);
    assert_eq!(refuse(&start, &[]), Refusal::EmptyInteresting);
    let invalid = refuse(&[0, 7], &[7]).to_string();
    assert_eq!(invalid, "the program is not valid: undefined behaviour at line 2: 7 has no half");
}

/// What is left of a program on which a compiler breaks.
fn shrink_crash(start: &[u32], numbers: &[u32]) -> String {
    let interest = Holds { asks_about_invalid: true, ..Holds::new(numbers) };
    let rules = Rules { jobs: 1, validity: Validity::Preferred };
    shrink(start, &interest, &rules).unwrap().program.text()
}

#[test]
fn validity_can_be_waived() {
    assert_eq!(shrink_crash(&[0, 1, 3, 7, 999_999], &[7, 999_999]), "7 999999 ");
}

#[test]
fn a_crash_keeps_its_program_valid_unless_that_makes_it_much_larger() {
    let start: Vec<u32> = (0..3000).collect();
    assert_eq!(shrink_crash(&start, &[77]), "0 1 2 4 9 19 38 77 ");
    assert_eq!(shrink_crash(&start, &[77, 2000]), "77 2000 ");
}

#[test]
fn a_stop_leaves_the_best_so_far() {
    let start: Vec<u32> = (0..3000).collect();
    let interest = Holds { stop_after: 12, ..Holds::new(&[2000, 77]) };
    let reduced = shrink(&start, &interest, &rules(1)).unwrap();
    assert_eq!(reduced.cut_short.as_deref(), Some("stopped by request"));
    assert!(reduced.after.statements < 3000);
    let left: Vec<u32> =
        reduced.program.text().split_whitespace().map(|word| word.parse().unwrap()).collect();
    assert!(left.contains(&2000) && left.contains(&77));
    assert!(Numbers(left).run(Reading::Reference, Fuel::default()).is_valid());
}
