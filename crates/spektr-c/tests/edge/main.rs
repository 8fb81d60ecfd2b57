//! The edge generator: what its programs promise, and the paper's examples.

mod compilers;
mod figures;
mod golden;
mod paper;
mod relaxing;
