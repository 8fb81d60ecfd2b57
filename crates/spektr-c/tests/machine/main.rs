//! The machine against its law suite (`tests/ui/c`), against compilers and sanitizers, and with
//! other people's programs. One binary, because each would link the whole crate.

mod arithmetic;
mod compilers;
mod law_machine;
mod laws;
mod strangers;
mod suite;
mod trophies;
