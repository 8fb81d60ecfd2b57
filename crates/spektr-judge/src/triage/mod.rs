//! Triage: which pass, which flags, which compilers. Knows compilers and no language;
//! the program is hidden behind a closure that says whether a configuration still shows
//! the bug, so that reduction can ask the same questions.

mod bisect;
mod change;
mod flags;
mod log;
mod minimize;
mod names;
mod suspects;

pub use bisect::{Culprit, bisect};
pub use change::{Change, change};
pub use flags::smallest_flags;
pub use log::{PassLog, PassRun};
pub use names::family;
pub use suspects::{Exposure, Seen, blame, exposure, last_pass, observe, time_passes};

use crate::config::Configuration;
use crate::judge::Trouble;

/// Looks at one configuration.
pub type Look<'a> = dyn FnMut(&Configuration) -> Result<Seen, Trouble> + 'a;
