//! C17 and the GNU C of test programs, on x86-64 Linux as gcc and clang define it.
//!
//! [`parse`] turns preprocessed text into a typed tree ([`syntax`], [`types`]), [`print`] turns it
//! back into what a person would write, [`machine`] executes it, [`generate`] makes programs, [`shrink`]
//! makes them smaller. The
//! tree carries every conversion as a node, so that nothing but [`typing`] knows the rules by
//! which C chooses types.
//! The crate does no I/O and starts no process.

pub mod batch;
pub mod constant;
pub mod edge;
pub mod generate;
pub mod machine;
pub mod parse;
pub mod print;
pub mod shrink;
pub mod syntax;
pub mod types;
pub mod typing;

mod cpp_wing;
mod hash;
mod measure;
pub mod wing;
mod witness;

pub use cpp_wing::CppWing;
pub use wing::{CProgram, CWing};
