//! Exit codes, all of them, in one place. They are part of the interface: scripts rely on
//! them, so a number never changes its meaning.

use spektr_hunt::examine::ExamineTrouble;
use spektr_hunt::gather::GatherTrouble;
use spektr_hunt::reduce::Refusal;
use spektr_hunt::store::StoreTrouble;
use spektr_judge::Trouble;
use spektr_wing::Complaint;
use std::fmt;
use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    Done = 0,
    CompilerWrong = 1,
    Usage = 2,
    Undefined = 3,
    Unspecified = 4,
    OutOfFuel = 5,
    NotUnderstood = 6,
    NoBug = 7,
    NoCompiler = 8,
    Store = 9,
    OurFault = 10,
    Interrupted = 11,
    OtherStatus = 12,
}

impl Exit {
    const ALL: [Exit; 13] = [
        Exit::Done,
        Exit::CompilerWrong,
        Exit::Usage,
        Exit::Undefined,
        Exit::Unspecified,
        Exit::OutOfFuel,
        Exit::NotUnderstood,
        Exit::NoBug,
        Exit::NoCompiler,
        Exit::Store,
        Exit::OurFault,
        Exit::Interrupted,
        Exit::OtherStatus,
    ];

    fn meaning(self) -> &'static str {
        match self {
            Exit::Done => "done; nothing is wrong",
            Exit::CompilerWrong => {
                "a compiler is wrong: `test` or `hunt` found a bug that is not muted, or `compare` a new one"
            }
            Exit::Usage => {
                "the command line or the configuration was not understood, or the output not written"
            }
            Exit::Undefined => "the program has undefined behaviour",
            Exit::Unspecified => "the program depends on what the language leaves open",
            Exit::OutOfFuel => "the program did not end within its fuel",
            Exit::NotUnderstood => {
                "the input file cannot be read, is not understood, or does what the machine does not know"
            }
            Exit::NoBug => "the file shows no bug, so there is nothing to triage, reduce or report",
            Exit::NoCompiler => "a compiler or tool that is needed is missing or has gone",
            Exit::Store => {
                "the store is missing, full, read-only, damaged or of another version, or has no such entry"
            }
            Exit::OurFault => {
                "spektr is wrong: its machine and a witness disagree, or it refuses its own program"
            }
            Exit::Interrupted => "stopped at once by a second Ctrl-C",
            Exit::OtherStatus => {
                "`run`: the program is defined and ends with another status than 0, or must abort"
            }
        }
    }

    pub fn code(self) -> ExitCode {
        ExitCode::from(self as u8)
    }
}

/// The table for `spektr exit-codes` and the end of `--help`.
pub fn table() -> String {
    Exit::ALL.iter().map(|exit| format!("  {:>2}  {}\n", *exit as u8, exit.meaning())).collect()
}

/// A command that could not do its job: one line for the person, one code for scripts.
#[derive(Debug)]
pub struct Failure {
    pub exit: Exit,
    pub message: String,
    /// More for people, several lines: an excerpt with carets.
    pub details: String,
}

impl Failure {
    pub fn new(exit: Exit, message: impl fmt::Display) -> Self {
        Failure { exit, message: message.to_string(), details: String::new() }
    }
}

impl From<Complaint> for Failure {
    fn from(complaint: Complaint) -> Self {
        let details = complaint.excerpt().to_owned();
        Failure { details, ..Failure::new(Exit::Usage, complaint) }
    }
}

impl From<StoreTrouble> for Failure {
    fn from(trouble: StoreTrouble) -> Self {
        Failure::new(Exit::Store, trouble)
    }
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        Failure::new(Exit::NoCompiler, trouble)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        let exit = match refusal {
            Refusal::NotInteresting | Refusal::EmptyInteresting => Exit::NoBug,
            Refusal::Invalid(_) => Exit::Undefined,
            Refusal::Trouble(_) => Exit::NoCompiler,
        };
        Failure::new(exit, refusal)
    }
}

impl From<ExamineTrouble> for Failure {
    fn from(trouble: ExamineTrouble) -> Self {
        match trouble {
            ExamineTrouble::Store(trouble) => trouble.into(),
            ExamineTrouble::Judge(trouble) => trouble.into(),
            ExamineTrouble::Refused(refusal) => refusal.into(),
            ExamineTrouble::Unreadable(_) => Failure::new(Exit::NotUnderstood, trouble),
            ExamineTrouble::NoBug(_) => Failure::new(Exit::NoBug, trouble),
        }
    }
}

impl From<GatherTrouble> for Failure {
    fn from(trouble: GatherTrouble) -> Self {
        match trouble {
            GatherTrouble::Store(trouble) => trouble.into(),
            GatherTrouble::Judge(trouble) => trouble.into(),
            GatherTrouble::Examine(trouble) => trouble.into(),
            GatherTrouble::Unreadable(_) => Failure::new(Exit::NotUnderstood, trouble),
            GatherTrouble::NotAlone(_)
            | GatherTrouble::NotTriaged(_)
            | GatherTrouble::NotStandalone(_) => Failure::new(Exit::NoBug, trouble),
        }
    }
}
