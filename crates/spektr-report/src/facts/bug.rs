//! Everything known about one bug. The bundle and the page are both written from this.

use super::Notation;
use spektr_judge::families::{Change, Lookup};
use spektr_judge::{Elsewhere, Flag, Guilt, Testimony, VerdictClass};
use spektr_wing::{Exhibit, Expect, Experiment, Seen, Size, SourceFile, Symptom};
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub struct BugFacts {
    /// The number people type: `spektr mute NUMBER`.
    pub number: i64,
    /// The finding that represents the bug: `spektr show FINDING`.
    pub finding: i64,
    pub wing: String,
    pub notation: Notation,
    /// What joins findings into this bug.
    pub signature: String,
    pub failure: Failure,
    /// The compiler that the commands use.
    pub compiler: Compiler,
    /// The smallest set of flags that shows the bug.
    pub flags: Vec<Flag>,
    /// The flags with which the same compiler is right, as few away from `flags` as possible.
    pub control: Option<Vec<Flag>>,
    /// The pass to blame, as its compiler names it, on what a reader knows by that name.
    pub guilt: Option<Guilt>,
    /// The guilty pass's input and output.
    pub change: Option<Change>,
    pub reduced: Demonstration,
    /// The reduced program in the surface language, if it shows the bug there too.
    pub lifted: Option<Demonstration>,
    /// The program as it was found, in the wing's canonical files; none if it is the reduced one.
    pub original: Vec<SourceFile>,
    pub original_size: Option<Size>,
    pub reduced_size: Option<Size>,
    /// Who was asked about the program, the machine included.
    pub testimonies: Vec<Testimony>,
    /// Texts that other people's tools read.
    pub exhibits: Vec<Exhibit>,
    /// Other compilers with the same flags.
    pub elsewhere: Vec<Elsewhere>,
    pub origin: Origin,
    /// How many findings were joined into the bug.
    pub findings: u64,
    /// Of these, how many because of the pass only, so that another bug of it cannot be ruled
    /// out.
    pub by_pass: u64,
    /// What the finding was sorted into the bug by, in words.
    pub sorted_by: Option<String>,
    /// Seconds since 1970.
    pub first_seen: i64,
    pub mute: Option<Mute>,
}

impl BugFacts {
    /// The program that people are shown: the lifted one where there is one.
    pub fn shown(&self) -> &Demonstration {
        self.lifted.as_ref().unwrap_or(&self.reduced)
    }

    /// The pass to blame, where one is.
    pub fn guilty_pass(&self) -> Option<&Guilt> {
        self.guilt.as_ref().filter(|guilt| guilt.names_a_pass())
    }
}

/// What went wrong: what a verdict that accuses a compiler says, with what a reader wants to
/// see of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// What the compiler made is wrong, and this is how it shows.
    WrongCode { symptom: Symptom },
    /// The compiler reports an internal error or dies.
    InternalError {
        /// One line of the diagnostics that tells this error from others, verbatim; empty if
        /// there is none.
        words: String,
        /// What it says for people, on one line.
        message: String,
        diagnostics: String,
    },
    /// The compiler refuses a valid program.
    Rejected { words: String, diagnostics: String },
    /// The compiler did not end within this time.
    Hang { seconds: u64 },
    /// The compiler asked for more than this much memory.
    OutOfMemory { megabytes: u64, diagnostics: String },
}

impl Failure {
    pub fn class(&self) -> VerdictClass {
        match self {
            Failure::WrongCode { .. } => VerdictClass::Miscompiled,
            Failure::InternalError { .. } => VerdictClass::CompilerCrash,
            Failure::Rejected { .. } => VerdictClass::Rejected,
            Failure::Hang { .. } => VerdictClass::CompilerHang,
            Failure::OutOfMemory { .. } => VerdictClass::CompilerOutOfMemory,
        }
    }

    /// Whether it is what a build does, rather than the compiler, that is wrong.
    pub fn is_wrong_code(&self) -> bool {
        matches!(self, Failure::WrongCode { .. })
    }
}

/// The compiler on trial, as other people know it: no path of this machine.
#[derive(Clone, Debug)]
pub struct Compiler {
    pub family: String,
    /// What a person types: words between blanks.
    pub command: String,
    /// One line, as the compiler says it when it is asked as `lookup` tells.
    pub version: String,
    /// What the compiler says about itself in full, as trackers ask for it.
    pub full_version: Option<String>,
    /// Variables that have to be set.
    pub environment: Vec<(String, String)>,
    /// Words of every command, whatever the flags.
    pub always: Vec<String>,
    /// How a script finds it again.
    pub lookup: Lookup,
    /// What a person types for tools of other families that the steps need, by family.
    pub tools: BTreeMap<String, String>,
}

/// A program with what is done to it, what must come of that and what did.
#[derive(Clone, Debug)]
pub struct Demonstration {
    experiment: Experiment,
    pub expect: Expect,
    /// The wrong evidence. `None` where no build came about, or none could be tried.
    pub seen: Option<Seen>,
}

/// An experiment that needs spektr's runtime cannot be handed to other people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotStandalone;

impl std::fmt::Display for NotStandalone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the program needs spektr's runtime; make it standalone for a report")
    }
}

impl std::error::Error for NotStandalone {}

impl Demonstration {
    pub fn new(
        experiment: Experiment,
        expect: Expect,
        seen: Option<Seen>,
    ) -> Result<Demonstration, NotStandalone> {
        match experiment.wants_runtime() {
            true => Err(NotStandalone),
            false => Ok(Demonstration { experiment, expect, seen }),
        }
    }

    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }
}

/// Where the program came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The generator; empty if the wing has one only.
    pub maker: String,
    /// `None` for files that a person brought.
    pub seed: Option<u64>,
    pub spektr_version: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mute {
    pub reason: String,
    pub link: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use spektr_wing::Arg;

    #[test]
    fn what_needs_the_runtime_is_refused() {
        let experiment = |args| Experiment::build_and_run(Vec::new(), args);
        let standalone = experiment(vec![Arg::Output]);
        assert!(Demonstration::new(standalone, Expect::NoCrash, None).is_ok());
        let linked = experiment(vec![Arg::Runtime("--with=".into())]);
        let refused = Demonstration::new(linked, Expect::NoCrash, None);
        assert_eq!(refused.err(), Some(NotStandalone));
    }
}
