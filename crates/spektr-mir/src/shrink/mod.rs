//! Smaller programs: edits that a reducer may try, best first.
//!
//! Nothing here decides whether an edit is good: the machine says whether the result is
//! defined and the judge whether it still shows the bug. An edit only promises a
//! well-formed program that is simpler than before.

mod apply;
mod edit;
pub mod facts;
mod inline;
mod offer;
mod signature;
mod tidy;
mod types;

pub use apply::apply;
pub use edit::{Change, Kind};
pub use offer::{ROUNDS, offers};
pub use tidy::tidy;
