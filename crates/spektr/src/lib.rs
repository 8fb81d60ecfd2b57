//! The spektr command: arguments in, words and exit codes out. No logic lives here; what a
//! command does is done by the hunt, the judge and the wings.
//!
//! The wings are a parameter, so that tests can run the very same command with a language of
//! their own.

mod cli;
mod commands;
mod courtroom;
mod exit;
mod interrupt;
mod listen;
mod words;

pub use exit::Exit;

use clap::Parser;
use clap::error::ErrorKind;
use cli::{Cli, Command};
use exit::Failure;
use spektr_wing::Wing;
use std::ffi::OsString;
use std::process::ExitCode;

/// The languages a command works with; the first is the default.
pub type Wings<'a> = &'a [&'a dyn Wing];

/// Runs one command line, the program's name included.
pub fn run(args: impl IntoIterator<Item = OsString>, wings: Wings<'_>) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            // Nothing can be done about a closed terminal here.
            drop(error.print());
            return match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Exit::Done.code(),
                _ => Exit::Usage.code(),
            };
        }
    };
    match dispatch(cli.command, wings) {
        Ok(exit) => exit.code(),
        Err(failure) => {
            words::complain(&failure.message);
            failure.exit.code()
        }
    }
}

fn dispatch(command: Command, wings: Wings<'_>) -> Result<Exit, Failure> {
    match command {
        Command::Doctor(args) => commands::doctor::run(&args),
        Command::Gen(args) => commands::generate::run(&args, wings),
        Command::Run(args) => commands::execute::run(&args, wings),
        Command::Test(args) => commands::test::run(&args, wings),
        Command::Hunt(args) => commands::hunt::run(&args, wings),
        Command::Status(args) => commands::status::run(&args),
        Command::Findings(args) => commands::findings::run(&args),
        Command::Show(args) => commands::show::run(&args),
        Command::Triage(args) => commands::triage::run(&args, wings),
        Command::Reduce(args) => commands::reduce::run(&args, wings),
        Command::Mute(args) => commands::mute::run(&args),
        Command::Report(args) => commands::report::run(&args, wings),
        Command::Bench(args) => commands::bench::run(&args, wings),
        Command::ExitCodes => {
            words::say(&exit::table());
            Ok(Exit::Done)
        }
    }
}
