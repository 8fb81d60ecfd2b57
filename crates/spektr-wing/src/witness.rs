//! Witnesses: independent judges of a wing's machine, asked through a tool.

/// A witness a wing can render for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessSpec {
    /// `const-eval`, `miri`, …
    pub name: &'static str,
    /// What a report calls it.
    pub title: &'static str,
    /// The families of tools that can be it, or bring it along.
    pub families: &'static [&'static str],
    pub about: &'static str,
    /// Rules of the machine whose violation it does not see.
    pub blind_to: &'static [&'static str],
    /// A policy whose programs the witness can judge; `None` if it can judge any.
    pub policy: Option<&'static str>,
}

/// What a witness said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WitnessAnswer {
    /// It ran to the end and printed this.
    Finished { stdout: Vec<u8> },
    /// It confirms what the machine says, without an output of its own.
    Confirmed,
    /// It calls the program undefined.
    Undefined { message: String, line: u32 },
    /// It cannot judge this program, for this reason.
    CannotTell { reason: String },
}
