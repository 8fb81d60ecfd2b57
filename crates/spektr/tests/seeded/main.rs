//! The spektr command on Rust programs, with a rustc whose bugs are chosen: reduction and
//! triage from end to end, what a person gets for wrong input, and Ctrl-C.

mod hostile;
mod interrupted;
mod reduced;
mod room;
mod wrong_input;
