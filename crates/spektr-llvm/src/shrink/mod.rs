//! Smaller modules: edits that a reducer may try, best first.
//!
//! Nothing here decides whether an edit is good: the machine says whether the result is defined
//! and the judge whether it still shows the bug. An edit only promises a module that holds
//! together and is simpler than before, or that others can make simpler.

mod apply;
mod change;
mod cure;
mod flow;
mod inline;
mod offer;
mod tidy;

pub use apply::apply;
pub use change::{Change, Kind};
pub use offer::offers;
pub use tidy::tidy;
