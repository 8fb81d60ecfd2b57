//! What an experiment came to: one enum, and what was said and spent on the way.

use crate::families::{Family, Words};
use crate::laboratory::Built;
use crate::sandbox::{End, Limit, Ran};
use crate::spent::Spent;
use spektr_wing::{OutputFile, Seen};
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// A tool is at work.
    Compile,
    /// What was built is run.
    Run,
}

/// The end of an experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every step did its work; this is the evidence.
    Finished { seen: Seen },
    /// A tool does not accept the program.
    Rejected { signature: String },
    /// A tool admits a fault of its own: a panic, a failed assertion, a verifier's or
    /// validator's complaint.
    InternalError { signature: String },
    /// A tool died of a signal.
    Crashed { signal: i32, signature: String },
    /// A tool said that it succeeded, but what it made cannot be used.
    NoResult { why: String },
    /// A limit was hit.
    Stopped { stage: Stage, limit: Limit },
    /// Not the tool's doing: the linker failed, the disk is full.
    Hindered { why: String },
}

impl Outcome {
    /// Reads the end of a tool. `None` if it did its work.
    pub fn of_tool(ran: &Ran, family: &dyn Family) -> Option<Outcome> {
        if ran.success() {
            return None;
        }
        if let Some(limit) = ran.limit {
            return Some(Outcome::Stopped { stage: Stage::Compile, limit });
        }
        if let Some(disturbed) = Outcome::of_disturbance(ran) {
            return Some(disturbed);
        }
        let words = family.words(&String::from_utf8_lossy(&ran.stderr));
        Some(match (words, ran.end) {
            (Words::OutOfMemory, _) => {
                Outcome::Stopped { stage: Stage::Compile, limit: Limit::Memory }
            }
            (Words::Environment { message } | Words::Hindered { message }, _) => {
                Outcome::Hindered { why: message }
            }
            (Words::InternalError { signature }, End::Signalled(signal))
                if signal != libc::SIGABRT =>
            {
                Outcome::Crashed { signal, signature }
            }
            (Words::InternalError { signature }, _) => Outcome::InternalError { signature },
            (Words::Rejected { signature }, End::Signalled(signal)) => {
                Outcome::Crashed { signal, signature }
            }
            (Words::Rejected { signature }, End::Exited(_)) => Outcome::Rejected { signature },
        })
    }

    /// The outcome of what others ended, whatever it was about to do.
    pub fn of_disturbance(ran: &Ran) -> Option<Outcome> {
        let signal = signal_name(ran.ended_from_outside()?);
        Some(Outcome::Hindered { why: format!("somebody else ended it by {signal}") })
    }

    /// Whether a tool broke for reasons of its own. A complaint of its validator about the
    /// program as it was given is no such reason.
    pub fn is_a_breakdown(&self, family: &dyn Family) -> bool {
        match self {
            Outcome::InternalError { signature } => !family.blames_the_input(signature),
            Outcome::Crashed { .. } => true,
            _ => false,
        }
    }

    /// Whether it may be nothing but lack of time or room, of which many programs together
    /// need more than one.
    pub fn is_a_limit_of_the_tool(&self) -> bool {
        matches!(self, Outcome::Stopped { stage: Stage::Compile, .. })
    }

    /// Whether it took all the time that it was given.
    pub fn took_all_its_time(&self) -> bool {
        matches!(self, Outcome::Stopped { limit: Limit::Cpu | Limit::Wall, .. })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Finished { seen } => write!(f, "finished, {} bytes", seen.stdout.len()),
            Outcome::Rejected { signature } => write!(f, "rejected: {signature}"),
            Outcome::InternalError { signature } => write!(f, "internal error: {signature}"),
            Outcome::Crashed { signal, .. } => {
                write!(f, "the compiler was killed by {}", signal_name(*signal))
            }
            Outcome::NoResult { why } => f.write_str(why),
            Outcome::Stopped { stage, limit } => {
                let who = match stage {
                    Stage::Compile => "the compiler",
                    Stage::Run => "the program",
                };
                write!(f, "{who} was stopped at its limit of {limit}")
            }
            Outcome::Hindered { why } => write!(f, "could not be tried: {why}"),
        }
    }
}

/// `SIGSEGV` for 11.
pub fn signal_name(signal: i32) -> String {
    let known = [
        (libc::SIGABRT, "SIGABRT"),
        (libc::SIGBUS, "SIGBUS"),
        (libc::SIGFPE, "SIGFPE"),
        (libc::SIGILL, "SIGILL"),
        (libc::SIGKILL, "SIGKILL"),
        (libc::SIGSEGV, "SIGSEGV"),
        (libc::SIGTERM, "SIGTERM"),
        (libc::SIGTRAP, "SIGTRAP"),
    ];
    known
        .iter()
        .find(|(number, _)| *number == signal)
        .map_or_else(|| format!("signal {signal}"), |(_, name)| (*name).to_owned())
}

/// One experiment that was carried out.
#[derive(Clone, Debug)]
pub struct Attempt {
    pub outcome: Outcome,
    /// The command lines, with file names as in the experiment.
    pub commands: Vec<Vec<String>>,
    /// What the tools said; shortened unless all was asked for.
    pub diagnostics: String,
    /// What the built program said on standard error, shortened.
    pub complaints: String,
    pub spent: Spent,
    /// What can be run again without building it again.
    pub built: Option<Built>,
    /// Files that were asked for besides the evidence.
    pub left_behind: Vec<OutputFile>,
    /// What whoever watches the tools saw them reach for the first time.
    pub reached: Vec<u64>,
}

impl Attempt {
    /// The evidence, if there is any.
    pub fn seen(&self) -> Option<&Seen> {
        match &self.outcome {
            Outcome::Finished { seen } => Some(seen),
            _ => None,
        }
    }

    /// Everything that was said on standard error.
    pub fn words(&self) -> String {
        format!("{}{}", self.diagnostics, self.complaints)
    }
}
