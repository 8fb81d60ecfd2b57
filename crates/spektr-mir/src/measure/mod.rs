//! What a program is made of and how alive it is: figures for people and for tests. Reads
//! programs and runs; changes nothing.

mod constructs;

pub use constructs::Constructs;
