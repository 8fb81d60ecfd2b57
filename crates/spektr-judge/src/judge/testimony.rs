//! What others say about a program: compilers without optimization, and a wing's witnesses,
//! which live inside a compiler or beside one. That a witness is not installed is an answer too.

use super::{Case, Judge};
use crate::compilers::Compiler;
use crate::outcome::Outcome;
use crate::spent::{Spent, Stage};
use crate::trouble::Trouble;
use serde::{Deserialize, Serialize};
use spektr_wing::{Ending, Expect, WitnessAnswer, WitnessSpec};

/// Somebody who was asked about a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Testimony {
    /// A compiler's name, or a witness and who lent it a voice.
    pub who: String,
    pub flags: String,
    pub agreement: Agreement,
}

impl Testimony {
    pub fn agrees(&self) -> bool {
        self.agreement == Agreement::Agrees
    }

    pub fn is_silent(&self) -> bool {
        matches!(self.agreement, Agreement::CannotTell(_))
    }
}

/// Whether somebody agrees with the machine about one program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    Agrees,
    /// In these words.
    Disagrees(String),
    /// For this reason.
    CannotTell(String),
}

impl Judge<'_> {
    /// Asks one witness about one program. Another compiler's word weighs more than that of
    /// `accused`.
    pub fn ask(
        &self,
        case: &Case,
        spec: &WitnessSpec,
        accused: &Compiler,
    ) -> Result<(Testimony, Spent), Trouble> {
        let silent = |reason: String| {
            let who = spec.name.to_owned();
            let agreement = Agreement::CannotTell(reason);
            (Testimony { who, flags: String::new(), agreement }, Spent::default())
        };
        let host = match self.host(spec, accused) {
            Ok(host) => host,
            Err(reason) => return Ok(silent(reason)),
        };
        let experiment = match case.program.ask(spec.name, &host.audience()) {
            Ok(experiment) => experiment,
            Err(reason) => return Ok(silent(reason)),
        };
        let attempt = self.carry_out(&experiment, &host, &[])?;
        let answer = match &attempt.outcome {
            Outcome::Finished { seen } => self.wing.answer(spec.name, seen),
            other => WitnessAnswer::CannotTell { reason: other.to_string() },
        };
        let agreement = compare(case, spec, &answer);
        let who = format!("{} ({})", spec.name, host.name);
        let spent = attempt.spent.charged_to(Stage::Settle);
        Ok((Testimony { who, flags: String::new(), agreement }, spent))
    }

    /// The compiler that can ask this witness, or why there is none.
    fn host(&self, spec: &WitnessSpec, accused: &Compiler) -> Result<Compiler, String> {
        let others = self.bystanders.iter().filter(|it| it.name != accused.name);
        let mut reason = format!("no {} is installed", spec.families.join(" or "));
        for candidate in others.chain([accused]) {
            match self.family(candidate).lend(candidate, spec) {
                Ok(host) => return Ok(host),
                Err(why) => reason = why,
            }
        }
        Err(reason)
    }
}

/// Compares what the machine and a witness say about a program.
fn compare(case: &Case, witness: &WitnessSpec, answer: &WitnessAnswer) -> Agreement {
    let wanted = &case.execution.stdout;
    match (&case.execution.ending, answer) {
        (_, WitnessAnswer::CannotTell { reason }) => Agreement::CannotTell(reason.clone()),
        (Ending::OutOfFuel, _) => {
            Agreement::CannotTell("the machine did not come to an end".to_owned())
        }
        (Ending::Unsupported { what, .. }, _) => {
            Agreement::CannotTell(format!("the machine does not know {what}"))
        }
        // What the language leaves open a witness may decide either way.
        (Ending::Unspecified { .. }, _) => {
            Agreement::CannotTell("the language leaves the result open".to_owned())
        }
        (Ending::Undefined { .. }, WitnessAnswer::Undefined { .. })
        | (Ending::Finished(_), WitnessAnswer::Confirmed) => Agreement::Agrees,
        (
            Ending::Undefined { rule, .. },
            WitnessAnswer::Finished { .. } | WitnessAnswer::Confirmed,
        ) if witness.blind_to.contains(&rule.as_str()) => {
            Agreement::CannotTell(format!("it does not see the rule `{rule}`"))
        }
        (
            Ending::Undefined { rule, line, .. },
            WitnessAnswer::Finished { .. } | WitnessAnswer::Confirmed,
        ) => Agreement::Disagrees(format!(
            "it runs to the end where the machine stops at line {line}: {rule}"
        )),
        (Ending::Finished(_), WitnessAnswer::Undefined { message, line }) => {
            Agreement::Disagrees(format!("it stops at line {line}: {message}"))
        }
        (Ending::Finished(_), WitnessAnswer::Finished { stdout })
            if stdout == wanted || is_one_of(&case.expect, stdout) =>
        {
            Agreement::Agrees
        }
        (Ending::Finished(_), WitnessAnswer::Finished { stdout }) => {
            let difference = case.program.explain(wanted, stdout);
            Agreement::Disagrees(difference.map_or_else(
                || "it prints something else".to_owned(),
                |it| {
                    let found = it.found.as_deref().unwrap_or("nothing");
                    format!("{} in {} is {found}, not {}", it.variable, it.function, it.wanted)
                },
            ))
        }
    }
}

/// Whether a witness chose another of the ways that are open.
fn is_one_of(expect: &Expect, stdout: &[u8]) -> bool {
    matches!(expect, Expect::OneOf(ways) if ways.iter().any(|way| way.stdout == stdout))
}
