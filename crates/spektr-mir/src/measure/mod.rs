//! What a program is made of and how alive it is: figures for people and for tests. Reads
//! programs and runs; changes nothing.

mod constructs;
mod dataflow;
mod liveness;
mod loops;
mod totals;

pub use constructs::Constructs;
pub use liveness::{Liveness, measure};
pub use totals::Totals;
