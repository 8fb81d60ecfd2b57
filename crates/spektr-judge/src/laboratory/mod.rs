//! Carrying experiments out. The one small trait that triage, reduction and settling need of
//! the world; the real laboratory starts processes, tests bring one that does not.

mod built;
mod files;
mod processes;
mod resident;

pub use built::Built;
pub use processes::Processes;

use crate::compilers::Compiler;
use crate::config::Flag;
use crate::outcome::Attempt;
use crate::trouble::Trouble;
use spektr_wing::{Experiment, Wing};

/// An experiment, and the compiler and flags that are put to it.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub wing: &'a dyn Wing,
    pub experiment: &'a Experiment,
    pub compiler: &'a Compiler,
    pub flags: &'a [Flag],
    /// Every word of the tools is wanted: lists of passes are megabytes long.
    pub all_words: bool,
    /// A directory, or a file, that a tool may leave behind and that is wanted too.
    pub also: Option<&'a str>,
}

/// Whoever can carry experiments out.
pub trait Laboratory: Send + Sync {
    fn carry_out(&self, request: &Request<'_>) -> Result<Attempt, Trouble>;

    /// Runs what an attempt has built once more, with these arguments. What it cost to build
    /// is not counted again.
    fn run_again(&self, built: &Built, args: &[String]) -> Result<Attempt, Trouble>;

    /// Runs somebody's command in an empty directory; what it prints, or why there is nothing.
    fn external(&self, command: &[String]) -> Result<Vec<u8>, String>;

    /// Ends what is under way, and whatever is begun after: it comes back as trouble.
    fn interrupt(&self) {}
}
