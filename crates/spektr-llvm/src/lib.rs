//! The LLVM wing: LLVM assembly as data, read and written in the dialects of versions 13 to
//! 22; a machine that executes it; and refinement between two modules by running both.
//! No I/O, no processes, no clock: text and values in, text and values out.

pub mod crossover;
pub mod dialect;
pub mod entry;
pub mod exhibit;
pub mod flow;
pub mod machine;
mod number;
pub mod parse;
pub mod print;
pub mod refine;
pub mod shrink;
pub mod syntax;
pub mod typing;
pub mod wellformed;

pub mod wing;
pub mod witness;

pub use wing::{LlvmProgram, LlvmWing};
