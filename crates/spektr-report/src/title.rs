//! The title of a bug in the words its maintainers use: pass first, then what goes wrong.
//! Plain text; whoever shows it escapes it.

use crate::facts::{BugFacts, Difference, Failure, Guilt};
use crate::words::one_line;

/// Trackers cut titles not far beyond this.
const LIMIT: usize = 120;

/// One line for trackers and lists.
pub fn title(bug: &BugFacts) -> String {
    let text = match &bug.failure {
        Failure::WrongCode { difference, ending } => {
            wrong_code(bug, difference.as_ref(), ending.as_deref())
        }
        Failure::InternalError { mark, .. } => format!("{}: {mark}", crash(bug)),
        Failure::Rejected { mark, .. } => format!("Valid program rejected: {mark}"),
        Failure::Hang { .. } => format!("{} does not terminate{}", who(bug), setting(bug)),
        Failure::OutOfMemory { .. } => format!("{} runs out of memory{}", who(bug), setting(bug)),
    };
    one_line(&text, LIMIT)
}

fn wrong_code(bug: &BugFacts, difference: Option<&Difference>, ending: Option<&str>) -> String {
    let effect = match (difference, ending) {
        (Some(difference), _) => value(difference, bug.guilt.is_some()),
        (None, Some(ending)) => format!("the program ends with {ending}"),
        (None, None) => "the program prints a wrong result".to_owned(),
    };
    match &bug.guilt {
        Some(guilt) => match difference {
            Some(difference) => {
                format!("{} miscompiles `{}`: {effect}", pass(guilt), difference.function)
            }
            None => format!("{} miscompiles: {effect}", pass(guilt)),
        },
        None => format!("Wrong code{}: {effect}", setting(bug)),
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
    match &bug.guilt {
        Some(guilt) => format!("ICE in {}", pass(guilt)),
        None => "ICE".to_owned(),
    }
}

fn who(bug: &BugFacts) -> String {
    bug.guilt.as_ref().map_or_else(|| bug.compiler.family.clone(), pass)
}

/// The flags, where no pass says more.
fn setting(bug: &BugFacts) -> String {
    match (&bug.guilt, bug.flags.is_empty()) {
        (None, false) => format!(" with {}", bug.flags.join(" ")),
        _ => String::new(),
    }
}

/// LLVM's passes are known by their names alone there, and by "LLVM" everywhere else.
fn pass(guilt: &Guilt) -> String {
    match guilt.layer.to_lowercase().as_str() {
        "llvm" => format!("LLVM {}", guilt.pass),
        _ => guilt.pass.clone(),
    }
}
