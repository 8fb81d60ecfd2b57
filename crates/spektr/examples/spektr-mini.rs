//! The spektr command with the miniature wing instead of real languages: end-to-end tests
//! run it. It is built with the tests and never installed.

use std::process::ExitCode;

fn main() -> ExitCode {
    spektr::run(std::env::args_os(), &[&spektr_mini::Mini { broken_machine: false }])
}
