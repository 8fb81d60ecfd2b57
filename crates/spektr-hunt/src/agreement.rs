//! Whether a witness agrees with the machine about one program.

use spektr_wing::{Ending, Execution, Program, WitnessAnswer, WitnessSpec};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agreement {
    Agrees,
    /// In these words.
    Disagrees(String),
    /// For this reason.
    CannotTell(String),
}

/// Compares what the machine and a witness say about `program`.
pub fn compare(
    program: &dyn Program,
    execution: &Execution,
    witness: &WitnessSpec,
    answer: &WitnessAnswer,
) -> Agreement {
    match (&execution.ending, answer) {
        (_, WitnessAnswer::CannotTell { reason }) => Agreement::CannotTell(reason.clone()),
        (Ending::OutOfFuel, _) => {
            Agreement::CannotTell("the machine did not come to an end".to_owned())
        }
        // What the language leaves open a witness may decide either way.
        (Ending::Unspecified { .. }, _) => {
            Agreement::CannotTell("the language leaves the result open".to_owned())
        }
        (Ending::Undefined { .. }, WitnessAnswer::Undefined { .. }) => Agreement::Agrees,
        (Ending::Undefined { rule, .. }, WitnessAnswer::Finished { .. })
            if witness.blind_to.contains(&rule.as_str()) =>
        {
            Agreement::CannotTell(format!("it does not see the rule `{rule}`"))
        }
        (Ending::Undefined { rule, line, .. }, WitnessAnswer::Finished { .. }) => {
            Agreement::Disagrees(format!(
                "it runs to the end where the machine stops at line {line}: {rule}"
            ))
        }
        (Ending::Finished, WitnessAnswer::Undefined { message, line }) => {
            Agreement::Disagrees(format!("it stops at line {line}: {message}"))
        }
        (Ending::Finished, WitnessAnswer::Finished { stdout }) if *stdout == execution.stdout => {
            Agreement::Agrees
        }
        (Ending::Finished, WitnessAnswer::Finished { stdout }) => {
            let difference = program.explain(execution, stdout);
            Agreement::Disagrees(difference.map_or_else(
                || "it prints something else".to_owned(),
                |it| {
                    let found = it.found.as_deref().unwrap_or("nothing");
                    let wanted = it.wanted;
                    format!("{} in {} is {found}, not {wanted}", it.variable, it.function)
                },
            ))
        }
    }
}
