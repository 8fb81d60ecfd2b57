//! Triage: which pass, which flags, which compilers. The searches know neither programs nor
//! compilers: a closure says whether a configuration still shows the bug, so that tests can
//! script them; `blame` puts them together with the judge.

mod bisect;
mod blame;
mod change;
mod guilt;
mod log;
mod minimize;
mod narrow;
mod steps;

pub use bisect::{bisect, toggle};
pub use guilt::{Elsewhere, Guilt};
pub use log::{PassLog, PassRun};

use crate::config::Configuration;
use crate::trouble::Trouble;

/// What a look at one configuration showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Looked {
    /// Whether the bug is there.
    pub bad: bool,
    /// The passes the compiler named, if it was asked to.
    pub log: PassLog,
}

/// Looks at one configuration.
pub type Look<'a> = dyn FnMut(&Configuration) -> Result<Looked, Trouble> + 'a;
