//! The spektr command with the miniature wing instead of real languages: end-to-end tests
//! run it. It is built with the tests and never installed.

use spektr::Wings;
use std::process::ExitCode;

fn main() -> ExitCode {
    let wings = Wings { all: spektr_mini::WINGS, families: spektr_mini::FAMILIES };
    spektr::run(std::env::args_os(), wings)
}
