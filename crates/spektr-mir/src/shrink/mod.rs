//! Smaller programs: edits that a reducer may try, best first.
//!
//! Nothing here decides whether an edit is good: the machine says whether the result is
//! defined and the judge whether it still shows the bug. An edit only promises a program
//! that is simpler than before, or that others can make simpler.

mod aggregates;
mod apply;
mod calls;
mod collect;
mod destructors;
mod edit;
mod entry;
pub mod facts;
mod flow;
mod inline;
mod needed;
mod observe;
mod offer;
mod operands;
mod pointers;
mod polish;
mod records;
mod signature;
mod tidy;
mod types;
mod variants;

pub use apply::apply;
pub use collect::collect;
pub use edit::{Change, Kind};
pub use offer::offers;
pub use tidy::tidy;

use polish::polish;
