//! The law suite before rustc's const evaluator. What its header says of the witness must
//! be so: it agrees, it cannot run the program, or it runs it and sees nothing.

mod asking;
mod suite;

use std::collections::BTreeMap;

use spektr_mir::parse::parse;
use spektr_mir::print::Dialect;
use spektr_mir::witness::{self, Answer};
use suite::{Case, Verdict, Witness};

#[test]
fn const_eval_says_what_the_headers_say() {
    let cases = suite::cases();
    let mut said: BTreeMap<&str, Answer> = BTreeMap::new();
    let (mut asked, mut texts) = (Vec::new(), Vec::new());
    for case in cases.iter().filter(|case| case.verdict != Verdict::OutOfFuel) {
        match rendered(case) {
            Ok(text) => {
                asked.push(case.name.as_str());
                texts.push(text);
            }
            Err(reason) => drop(said.insert(&case.name, Answer::CannotTell { reason })),
        }
    }
    said.extend(asked.into_iter().zip(asking::ask_all(&texts)));
    let disagreements: Vec<String> =
        cases.iter().filter_map(|case| disagreement(case, said.get(case.name.as_str()))).collect();
    assert!(
        disagreements.is_empty(),
        "{} of {} disagree:\n{}",
        disagreements.len(),
        cases.len(),
        disagreements.join("\n")
    );
}

/// The program as the witness reads it, or why it cannot.
fn rendered(case: &Case) -> Result<String, String> {
    let program = match parse(&case.source) {
        Ok(program) => program,
        Err(complaint) => panic!("{}: {complaint}", case.name),
    };
    if let Some(reason) = witness::cannot_judge(&program) {
        return Err(reason);
    }
    Ok(witness::render(&program, &Dialect::default(), |_| 0))
}

/// What is wrong with a header, given the witness's words.
fn disagreement(case: &Case, answer: Option<&Answer>) -> Option<String> {
    let fine = match (&case.witness, &case.verdict, answer) {
        (Witness::Agrees, Verdict::Ok { trace, .. }, Some(Answer::Finished { trace: found })) => {
            found.lines().eq(trace.iter().map(String::as_str))
        }
        (Witness::Agrees, Verdict::Undefined(_), Some(Answer::Undefined { .. })) => true,
        // Of what the language leaves open the witness knows one answer, whichever.
        (Witness::Blind(_), Verdict::Unspecified(_), Some(Answer::Undefined { .. })) => true,
        (Witness::Blind(_), _, Some(Answer::Finished { .. })) => true,
        (Witness::Cannot(_), _, Some(Answer::CannotTell { .. })) => true,
        // Nobody asks a witness about a program that never ends.
        (Witness::Cannot(_), Verdict::OutOfFuel, None) => true,
        _ => false,
    };
    let wanted = (&case.verdict, &case.witness);
    (!fine).then(|| format!("{}: wanted {wanted:?}, const-eval said {answer:?}", case.name))
}
