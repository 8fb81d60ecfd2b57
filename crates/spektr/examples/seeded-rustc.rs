//! A rustc with chosen bugs: end-to-end tests put it before the spektr command. It is built
//! with the tests and never installed.

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    spektr_seeded::command::run(&args)
}
