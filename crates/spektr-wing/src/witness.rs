//! Witnesses: independent judges of a wing's machine, asked through a compiler.

use crate::Rendering;

/// A witness a wing can render for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessSpec {
    /// `const-eval`, `miri`, …
    pub name: &'static str,
    /// What a report calls it.
    pub title: &'static str,
    /// The compiler family, or tool, that has to be installed.
    pub tool: &'static str,
    pub about: &'static str,
    /// Rules of the machine whose violation it does not see.
    pub blind_to: &'static [&'static str],
    /// A policy whose programs the witness can judge; `None` if it can judge any.
    pub policy: Option<&'static str>,
}

/// How to ask a witness about one program. The process prints the answer, which
/// `Wing::read_witness` understands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessPlan {
    pub rendering: Rendering,
    /// Whether the built result has to be run, or the compiler's words are the answer.
    pub run: bool,
}

/// What a witness said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WitnessAnswer {
    /// It ran to the end and printed this.
    Finished { stdout: Vec<u8> },
    /// It calls the program undefined.
    Undefined { message: String, line: u32 },
    /// It cannot judge this program, for this reason.
    CannotTell { reason: String },
}
