//! Compilers: find them, run them in a sandbox, decide who is wrong.
//!
//! This is the only crate of spektr that starts processes. It knows families of tools, each in
//! a file of its own, and no language: programs come through the door of `spektr-wing`.

pub mod compilers;
pub mod config;
mod environment;
pub mod families;
pub mod judge;
pub mod laboratory;
pub mod notify;
pub mod outcome;
mod preparation;
pub mod sandbox;
pub mod source_package;
pub mod spent;
pub mod triage;
mod trouble;
pub mod verdict;

pub use compilers::Compiler;
pub use config::{Configuration, Flag, Setup, Shares, StageLimits, Target};
pub use families::{Families, Family};
pub use judge::{Agreement, Batch, Case, Health, Judge, Judgement, Testimony};
pub use laboratory::{Built, Laboratory, Request};
pub use outcome::{Attempt, Outcome};
pub use preparation::prepare;
pub use spent::{Spent, Stage};
pub use triage::{Elsewhere, Guilt};
pub use trouble::Trouble;
pub use verdict::{Verdict, VerdictClass};
