//! Block coverage of tools as they are shipped: breakpoints on every block of the libraries and
//! executables under test, each taken away at its first hit. No rebuild, and a tool that
//! reaches nothing new runs at full speed.
//!
//! [`leaders`] finds blocks, [`module`] has a copy of the code with breakpoints, [`tracer`]
//! watches processes, [`scope`] keeps what was reached, [`names`] says whose it is. Nothing
//! here knows a compiler or a language, and nothing untrusted is started here: the judge's
//! sandbox does that, and hands over a process that waits.

mod cache;
mod elf;
mod launch;
mod leaders;
mod module;
pub mod names;
#[cfg(target_arch = "x86_64")]
mod process;
#[cfg(target_arch = "x86_64")]
mod ptrace;
mod scope;
#[cfg(target_arch = "x86_64")]
mod tracer;
#[cfg(not(target_arch = "x86_64"))]
#[path = "elsewhere.rs"]
mod tracer;

pub use launch::{Output, stopped};
pub use leaders::Leaders;
pub use module::{Library, Module, Planted};
pub use scope::{Coverage, Scope, Sink, Traced, Wanted};
