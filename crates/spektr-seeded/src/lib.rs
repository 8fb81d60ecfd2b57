//! A compiler with chosen bugs.
//!
//! It speaks rustc's command line towards the judge, but compiles with spektr's own
//! machine: the program is read, the passes of a small pipeline run over it, one or more
//! of them wrong on purpose, and what the result does is written into an executable. So
//! triage, bisection, reduction and deduplication can be proved on bugs whose triggers
//! are known, in milliseconds and without luck. Only tests use this crate.

mod body;
pub mod bug;
mod bugs;
pub mod c;
pub mod command;
pub mod compiler;
pub mod finding;
pub mod laboratory;
pub mod options;
pub mod starts;
pub mod table;

pub use bug::{Bug, Layer};
