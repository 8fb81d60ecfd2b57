//! The reader and the printer against other people's C, real compilers, and noise.

mod bad_input;
mod corpus;
mod cpp;
mod layout;
mod printed;
mod reading;
mod tools;
