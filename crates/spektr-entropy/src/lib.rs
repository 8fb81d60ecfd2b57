//! Chance that means the same everywhere: seeds, decision streams, weights and swarm draws.
//!
//! Everything is integer arithmetic of our own, so that a seed gives the same decisions on
//! every machine and with every version of every library. Nothing here knows a language,
//! reads a clock or asks the operating system for randomness.

mod choice;
pub mod policy;
mod stream;
mod swarm;

pub use choice::Weights;
pub use stream::Entropy;
pub use swarm::{Mask, redraw_weights};
