//! Reading what the compiler said about a rendered program.

use spektr_wing::WitnessAnswer;

use super::{BEGIN, END};
use crate::print::COMPARE;
use crate::syntax::{BlockId, FnId};
use crate::wellformed::Location;

/// What the const evaluator found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Finished {
        trace: String,
    },
    Undefined {
        message: String,
        /// The line that the remark at the statement names; 0 if none was shown.
        line: u32,
        at: Option<Location>,
    },
    CannotTell {
        reason: String,
    },
}

impl From<Answer> for WitnessAnswer {
    fn from(answer: Answer) -> WitnessAnswer {
        match answer {
            Answer::Finished { trace } => WitnessAnswer::Finished { stdout: trace.into_bytes() },
            Answer::Undefined { message, line, .. } => WitnessAnswer::Undefined { message, line },
            Answer::CannotTell { reason } => WitnessAnswer::CannotTell { reason },
        }
    }
}

/// Words in messages about constants that are not about undefined behaviour.
const NOT_UNDEFINED: [&str; 23] = [
    "unable to turn pointer into integer",
    "unable to turn pointer into raw bytes",
    "unable to copy parts of a pointer",
    "unable to overwrite parts of a pointer",
    "unable to read parts of a pointer",
    "encountered a pointer, but expected",
    "pointer arithmetic or comparison",
    "cannot be compared",
    "needs an rfc",
    "is not supported",
    "unsupported",
    "not implemented",
    "stack frames",
    "memory exhausted",
    "exhausted",
    "const-eval",
    "mutable global memory",
    "non-const fn",
    "extern static",
    "cannot allocate",
    "exceeded",
    "the evaluated program panicked",
    "evaluation panicked",
];

/// Reads the compiler's error output.
pub fn read_answer(stderr: &str) -> Answer {
    if let Some(answer) = trace(stderr) {
        return answer;
    }
    let Some(start) = stderr.find("error") else {
        return cannot_tell("the compiler reported no result");
    };
    let errors = &stderr[start..];
    let head = errors.lines().next().unwrap_or("");
    if !head.starts_with("error[E0080]") {
        return cannot_tell(&format!("the compiler said: {head}"));
    }
    let message = message(errors);
    if NOT_UNDEFINED.iter().any(|words| message.contains(words)) {
        return cannot_tell(&format!("the const evaluator said: {message}"));
    }
    if first_error(errors).any(|line| line.contains("inside `") && line.contains(COMPARE)) {
        return cannot_tell("pointers into different allocations are compared");
    }
    let (line, at) = place(errors);
    Answer::Undefined { message, line, at }
}

pub(super) fn cannot_tell(reason: &str) -> Answer {
    Answer::CannotTell { reason: reason.to_owned() }
}

fn trace(stderr: &str) -> Option<Answer> {
    let message = |text: &str| text.contains(": ") || text.contains("panicked at '");
    // The words also stand in the source, which may be quoted.
    let (_, rest) = stderr
        .split_once(BEGIN)
        .filter(|(before, _)| before.lines().next_back().is_some_and(message))?;
    let Some((trace, _)) = rest.split_once(END) else {
        return Some(cannot_tell("the trace is longer than the witness has room for"));
    };
    // Continued lines of a message are indented to stand below its first line.
    let mut text = String::with_capacity(trace.len());
    for line in trace.lines().map(str::trim).filter(|line| !line.is_empty()) {
        text.push_str(line);
        text.push('\n');
    }
    Some(Answer::Finished { trace: text })
}

/// Newer compilers put the message into the first line, older ones behind the carets.
fn message(errors: &str) -> String {
    let head = errors.lines().next().unwrap_or("");
    let (_, message) = head.split_once("]: ").unwrap_or(("", head));
    if !message.contains("evaluation of") {
        return message.to_owned();
    }
    let behind = errors.lines().find_map(|line| line.split_once("^ ").map(|(_, text)| text));
    behind.unwrap_or(message).to_owned()
}

/// The remark at the innermost statement of the program. Newer compilers list calls from
/// the outside in and say where the failure is; older ones start with it.
fn place(errors: &str) -> (u32, Option<Location>) {
    let mut last = None;
    for line in first_error(errors) {
        if let Some(found) = remark(line) {
            last = Some(found);
            if !errors.contains(INNERMOST) {
                break;
            }
        }
        if line.contains(INNERMOST) {
            break;
        }
    }
    last.unwrap_or((0, None))
}

/// The lines of the first error and its notes.
fn first_error(errors: &str) -> impl Iterator<Item = &str> {
    let next = |line: &str| line.starts_with("error") || line.starts_with("warning");
    errors.lines().enumerate().take_while(move |&(i, line)| i == 0 || !next(line)).map(|(_, l)| l)
}

const INNERMOST: &str = "the failure occurred here";

/// `… // @line function:block:statement`
pub(super) fn remark(text: &str) -> Option<(u32, Option<Location>)> {
    let (_, remark) = text.rsplit_once("// @")?;
    let (line, rest) = remark.split_once(' ')?;
    let mut numbers = rest.trim().splitn(3, ':').map(str::parse::<u32>);
    let mut next = || numbers.next()?.ok();
    let (function, block, statement) = (next()?, next()?, next()?);
    let at = Location { function: FnId(function), block: BlockId(block), statement };
    Some((line.parse().ok()?, Some(at)))
}
