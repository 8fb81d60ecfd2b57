//! The MIR wing: custom MIR for rustc as data, and everything that is known about it.
//!
//! Nothing in this crate does I/O, starts a process, or reads a clock or the
//! environment. All knowledge of undefined behaviour lives in `machine`.

pub mod borrow;
mod difference;
pub mod emitted;
pub mod generate;
pub mod layout;
pub mod lift;
pub mod machine;
pub mod measure;
pub mod parse;
mod passes;
pub mod print;
mod quiet;
pub mod shrink;
pub mod syntax;
pub mod typing;
pub mod wellformed;
mod wing;
pub mod witness;

pub use passes::MirPasses;
pub use wing::{MirProgram, MirWing};
