//! Compilers: find them, run them in a sandbox, decide who is wrong.
//!
//! This is the only crate of spektr that starts processes. It knows compilers and no
//! language: programs come through the door of `spektr-wing`.

pub mod compilers;
pub mod config;
mod environment;
pub mod judge;
pub mod outcome;
pub mod sandbox;
mod signature;
pub mod triage;
pub mod verdict;

pub use compilers::{Compiler, Layer};
pub use config::{Configuration, Setup, StageLimits, Target};
pub use judge::{Batch, Case, Judge, Judgement, Spent, Testimony, Trouble, Voice};
pub use outcome::{Attempt, Cost, Outcome, OutcomeClass, Stage};
pub use verdict::{Symptom, Verdict, VerdictClass};
