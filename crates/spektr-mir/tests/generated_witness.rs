//! Generated programs before rustc's const evaluator: it finds the same trace, or cannot
//! run the program; never does it find fault with one. `spektr bench witness` asks about
//! many more.

mod asking;

use spektr_mir::generate::{Policy, generate};
use spektr_mir::print::Dialect;
use spektr_mir::witness::{self, Answer};

#[test]
fn const_eval_agrees_with_generated_programs() {
    let policy = Policy::default();
    let programs: Vec<_> = (0..96).map(|seed| generate(seed, &policy, Some(120))).collect();
    let judged: Vec<_> =
        programs.iter().filter(|one| witness::cannot_judge(&one.program).is_none()).collect();
    let texts: Vec<String> = judged
        .iter()
        .map(|one| witness::render(&one.program, &Dialect::default(), |_| 0))
        .collect();
    let mut agreed = 0;
    for ((one, text), answer) in judged.iter().zip(&texts).zip(asking::ask_all(&texts)) {
        match answer {
            Answer::Finished { trace } => {
                assert_eq!(trace, one.trace, "{text}");
                agreed += 1;
            }
            Answer::Undefined { message, .. } => panic!("{message}:\n{text}"),
            // What the program does then is beyond the witness.
            Answer::CannotTell { .. } => {}
        }
    }
    assert!(agreed > 80, "only {agreed} programs were judged");
}
