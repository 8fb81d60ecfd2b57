//! The title of a bug in the words its maintainers use: pass first, then what goes wrong.
//! Plain text; whoever shows it escapes it.

use crate::facts::{BugFacts, Failure};
use crate::words::one_line;
use spektr_judge::verdict::symptom_words;
use spektr_judge::{Flag, Guilt};
use spektr_wing::{Difference, Symptom};

/// Trackers cut titles not far beyond this.
const LIMIT: usize = 120;

/// One line for trackers and lists.
pub fn title(bug: &BugFacts) -> String {
    let text = match &bug.failure {
        Failure::WrongCode { symptom } => wrong_code(bug, symptom),
        Failure::InternalError { message, .. } => format!("{}: {message}", crash(bug)),
        Failure::Rejected { words, .. } => format!("Valid program rejected: {words}"),
        Failure::Hang { .. } => format!("{} does not terminate{}", who(bug), setting(bug)),
        Failure::OutOfMemory { .. } => format!("{} runs out of memory{}", who(bug), setting(bug)),
    };
    one_line(&text, LIMIT)
}

fn wrong_code(bug: &BugFacts, symptom: &Symptom) -> String {
    match (bug.guilty_pass().map(pass), symptom) {
        (Some(pass), Symptom::Output { difference }) => {
            format!("{pass} miscompiles `{}`: {}", difference.function, value(difference, true))
        }
        (Some(pass), other) => format!("{pass} miscompiles: {}", symptom_words(other)),
        (None, Symptom::Output { difference }) => {
            format!("Wrong code{}: {}", setting(bug), value(difference, false))
        }
        (None, other) => format!("Wrong code{}: {}", setting(bug), symptom_words(other)),
    }
}

/// The wrong value; with its function unless the title names it already.
fn value(difference: &Difference, function_is_named: bool) -> String {
    let Difference { function, variable, wanted, found } = difference;
    let place = match function_is_named {
        true => format!("`{variable}`"),
        false => format!("`{variable}` in `{function}`"),
    };
    match found {
        Some(found) => format!("{place} is {found}, should be {wanted}"),
        None => format!("output ends before {place}, which should be {wanted}"),
    }
}

fn crash(bug: &BugFacts) -> String {
    match bug.guilty_pass() {
        Some(guilt) => format!("Internal error in {}", pass(guilt)),
        None => "Internal error".to_owned(),
    }
}

fn who(bug: &BugFacts) -> String {
    bug.guilty_pass().map_or_else(|| bug.compiler.family.clone(), pass)
}

/// The flags, where no pass says more.
fn setting(bug: &BugFacts) -> String {
    match (bug.guilty_pass(), bug.flags.is_empty()) {
        (None, false) => {
            let flags: Vec<String> = bug.flags.iter().map(Flag::to_string).collect();
            format!(" with {}", flags.join(" "))
        }
        _ => String::new(),
    }
}

/// Passes of different layers may share a name.
fn pass(guilt: &Guilt) -> String {
    format!("{} pass {}", guilt.layer, guilt.pass)
}
