//! What happened when one compiler was given one program: one enum, and what it cost.

use crate::sandbox::{End, Limit, Ran};
use crate::signature::{self, Words};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    Compile,
    Run,
}

/// The end of an attempt to build and run a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Outcome {
    /// Built, and the program ran to an end of its own.
    Printed {
        stdout: Vec<u8>,
        status: i32,
    },
    /// The compiler does not accept the program.
    Rejected {
        signature: String,
    },
    /// The compiler admits a fault of its own: a panic, a failed assertion, a verifier's
    /// or validator's complaint.
    InternalError {
        signature: String,
    },
    Crashed {
        stage: Stage,
        signal: i32,
        signature: String,
    },
    TimedOut {
        stage: Stage,
    },
    OutOfMemory {
        stage: Stage,
    },
    /// Printed, or wrote to disk, or forked, without end.
    Flooded {
        stage: Stage,
        limit: Limit,
    },
    /// Not the compiler's doing: the linker failed, the disk is full.
    Hindered {
        why: String,
    },
}

impl Outcome {
    /// Reads the end of a compiler. `None` if it did its work.
    pub fn of_compiler(ran: &Ran) -> Option<Outcome> {
        if ran.success() {
            return None;
        }
        if let Some(outcome) = of_limit(ran, Stage::Compile) {
            return Some(outcome);
        }
        let stderr = String::from_utf8_lossy(&ran.stderr);
        let words = signature::read(&stderr);
        Some(match (words, ran.end) {
            (Words::OutOfMemory, _) => Outcome::OutOfMemory { stage: Stage::Compile },
            (Words::Environment { message }, _) => Outcome::Hindered { why: message },
            (Words::InternalError { signature }, End::Signalled(signal))
                if signal != libc::SIGABRT =>
            {
                Outcome::Crashed { stage: Stage::Compile, signal, signature }
            }
            (Words::InternalError { signature }, _) => Outcome::InternalError { signature },
            (Words::Tool { message }, _) => Outcome::Hindered { why: message },
            (Words::Rejected { signature }, End::Signalled(signal)) => {
                Outcome::Crashed { stage: Stage::Compile, signal, signature }
            }
            (Words::Rejected { signature }, End::Exited(_)) => Outcome::Rejected { signature },
        })
    }

    /// Reads the end of a built program.
    pub fn of_program(ran: Ran) -> Outcome {
        if let Some(outcome) = of_limit(&ran, Stage::Run) {
            return outcome;
        }
        match ran.end {
            End::Exited(status) => Outcome::Printed { stdout: ran.stdout, status },
            End::Signalled(signal) => {
                Outcome::Crashed { stage: Stage::Run, signal, signature: String::new() }
            }
        }
    }

    /// Whether the program was built, printed exactly this and ended well.
    pub fn is(&self, expected: &[u8]) -> bool {
        matches!(self, Outcome::Printed { stdout, status: 0 } if stdout == expected)
    }

    /// Whether the compiler broke for reasons of its own. A complaint of its validator about
    /// the program as it was given is no such reason.
    pub fn is_a_breakdown(&self) -> bool {
        match self {
            Outcome::InternalError { signature } => !signature::blames_the_input(signature),
            Outcome::Crashed { stage, .. } => *stage == Stage::Compile,
            _ => false,
        }
    }

    pub fn class(&self) -> OutcomeClass {
        match self {
            Outcome::Printed { .. } => OutcomeClass::Printed,
            Outcome::Rejected { .. } => OutcomeClass::Rejected,
            Outcome::InternalError { .. } => OutcomeClass::InternalError,
            Outcome::Crashed { stage: Stage::Compile, .. } => OutcomeClass::CompilerDied,
            Outcome::Crashed { stage: Stage::Run, .. } => OutcomeClass::ProgramDied,
            Outcome::TimedOut { stage } | Outcome::Flooded { stage, .. } => match stage {
                Stage::Compile => OutcomeClass::CompilerEndless,
                Stage::Run => OutcomeClass::ProgramEndless,
            },
            Outcome::OutOfMemory { .. } => OutcomeClass::OutOfMemory,
            Outcome::Hindered { .. } => OutcomeClass::Hindered,
        }
    }
}

/// Outcomes without their details.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OutcomeClass {
    Printed,
    Rejected,
    InternalError,
    CompilerDied,
    ProgramDied,
    CompilerEndless,
    ProgramEndless,
    OutOfMemory,
    Hindered,
}

fn of_limit(ran: &Ran, stage: Stage) -> Option<Outcome> {
    Some(match ran.limit? {
        Limit::Cpu | Limit::Wall => Outcome::TimedOut { stage },
        Limit::Memory => Outcome::OutOfMemory { stage },
        limit @ (Limit::Processes | Limit::File | Limit::Disk | Limit::Output) => {
            Outcome::Flooded { stage, limit }
        }
    })
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = |stage: &Stage| match stage {
            Stage::Compile => "the compiler",
            Stage::Run => "the program",
        };
        match self {
            Outcome::Printed { stdout, status: 0 } => write!(f, "printed {} bytes", stdout.len()),
            Outcome::Printed { status, .. } => write!(f, "ended with status {status}"),
            Outcome::Rejected { signature } => write!(f, "rejected: {signature}"),
            Outcome::InternalError { signature } => write!(f, "internal error: {signature}"),
            Outcome::Crashed { stage, signal, .. } => {
                write!(f, "{} was killed by {}", who(stage), signal_name(*signal))
            }
            Outcome::TimedOut { stage } => write!(f, "{} did not end", who(stage)),
            Outcome::OutOfMemory { stage } => write!(f, "{} ran out of memory", who(stage)),
            Outcome::Flooded { stage, limit } => {
                write!(f, "{} exceeded its limit ({limit:?})", who(stage))
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

/// What a process used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    pub cpu: Duration,
    pub wall: Duration,
    pub peak_memory: u64,
}

impl Cost {
    pub fn of(ran: &Ran) -> Cost {
        Cost { cpu: ran.cpu, wall: ran.wall, peak_memory: ran.peak_memory }
    }
}

/// One compile and, if that worked, one run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    pub outcome: Outcome,
    /// The compiler's command line, with file names as in the rendering.
    pub command: Vec<String>,
    /// What the compiler said, shortened.
    pub diagnostics: String,
    /// What the program said on standard error, shortened.
    pub complaints: String,
    pub compile: Cost,
    pub run: Option<Cost>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ran(end: End, limit: Option<Limit>, stderr: &str) -> Ran {
        Ran {
            end,
            stdout: b"1\n".to_vec(),
            stderr: stderr.as_bytes().to_vec(),
            cpu: Duration::ZERO,
            wall: Duration::ZERO,
            peak_memory: 0,
            limit,
            left_behind: false,
        }
    }

    fn compiler(end: End, limit: Option<Limit>, stderr: &str) -> Option<OutcomeClass> {
        Outcome::of_compiler(&ran(end, limit, stderr)).map(|outcome| outcome.class())
    }

    #[test]
    fn ends_of_compilers() {
        use OutcomeClass as Class;
        let killed = End::Signalled(libc::SIGKILL);
        let failed = End::Exited(1);
        assert_eq!(compiler(End::Exited(0), None, "warning: x"), None);
        assert_eq!(compiler(failed, None, "error: no"), Some(Class::Rejected));
        assert_eq!(compiler(End::Signalled(11), None, ""), Some(Class::CompilerDied));
        assert_eq!(compiler(killed, Some(Limit::Cpu), ""), Some(Class::CompilerEndless));
        assert_eq!(compiler(killed, Some(Limit::Output), ""), Some(Class::CompilerEndless));
        assert_eq!(compiler(killed, Some(Limit::Memory), ""), Some(Class::OutOfMemory));
        let abort = End::Signalled(libc::SIGABRT);
        let hungry = "memory allocation of 99 bytes failed";
        assert_eq!(compiler(abort, None, hungry), Some(Class::OutOfMemory));
        assert_eq!(compiler(abort, None, "LLVM ERROR: x"), Some(Class::InternalError));
        let linker = "error: linking with `cc` failed";
        assert_eq!(compiler(failed, None, linker), Some(Class::Hindered));
    }

    #[test]
    fn ends_of_programs() {
        let good = Outcome::of_program(ran(End::Exited(0), None, ""));
        assert!(good.is(b"1\n") && !good.is(b"2\n"));
        let status = Outcome::of_program(ran(End::Exited(7), None, ""));
        assert!(!status.is(b"1\n"), "the right words and a wrong status are wrong");
        let died = Outcome::of_program(ran(End::Signalled(11), None, ""));
        assert_eq!(died.class(), OutcomeClass::ProgramDied);
        let endless = Outcome::of_program(ran(End::Signalled(9), Some(Limit::Wall), ""));
        assert_eq!(endless.class(), OutcomeClass::ProgramEndless);
    }
}
