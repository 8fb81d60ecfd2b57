//! Compilers: find them, run them in a sandbox, decide who is wrong.
//!
//! This is the only crate of spektr that starts processes. It knows compilers and no
//! language: programs come through the door of `spektr-wing`.

pub mod sandbox;
