//! What keeps the judge from judging: never a finding, always a message for a person.

use std::fmt;
use std::io;

#[derive(Debug)]
pub enum Trouble {
    /// No compiler of this name was found.
    NotHere { compiler: String },
    /// The compiler cannot be started, or finds no room to work: it was removed, or
    /// the disk is full.
    CompilerGone { compiler: String, cause: io::Error },
    /// The observation runtime cannot be built with this compiler.
    NoRuntime { compiler: String, why: String },
    /// Scratch space or sandbox failed: full disk, no processes.
    Machine(io::Error),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::NotHere { compiler } => {
                write!(f, "the compiler {compiler} is not here: `spektr doctor` lists all")
            }
            Trouble::CompilerGone { compiler, cause } => write!(
                f,
                "the compiler {compiler} cannot work: {cause}: `spektr doctor` lists the \
                 compilers that are here, `spektr hunt --resume` goes on"
            ),
            Trouble::NoRuntime { compiler, why } => {
                write!(f, "the observation runtime cannot be built with {compiler}: {why}")
            }
            Trouble::Machine(cause) => write!(f, "the sandbox failed: {cause}"),
        }
    }
}

impl std::error::Error for Trouble {}

impl From<io::Error> for Trouble {
    fn from(cause: io::Error) -> Self {
        Trouble::Machine(cause)
    }
}
