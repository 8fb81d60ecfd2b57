//! The spektr command: arguments in, words and exit codes out. No logic lives here; what a
//! command does is done by the hunt, the judge and the wings.
//!
//! The wings are a parameter, so that tests can run the very same command with a language of
//! their own.

mod cli;
mod commands;
mod exit;
mod interrupt;
mod listen;
mod room;
mod words;

pub use exit::Exit;

use clap::Parser;
use clap::error::ErrorKind;
use cli::{Cli, Command};
use exit::Failure;
use spektr_judge::Families;
use spektr_wing::Wing;
use std::ffi::OsString;
use std::process::ExitCode;

/// What a command works with: languages, the default first, and the families of tools.
#[derive(Clone, Copy)]
pub struct Wings<'a> {
    pub all: &'a [&'a dyn Wing],
    pub families: Families,
}

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
            if !failure.details.is_empty() {
                words::note(&failure.details);
            }
            failure.exit.code()
        }
    }
}

fn dispatch(command: Command, wings: Wings<'_>) -> Result<Exit, Failure> {
    match command {
        Command::Doctor(args) => commands::doctor::run(&args, wings),
        Command::Gen(args) => commands::generate::run(&args, wings),
        Command::Run(args) => commands::execute::run(&args, wings),
        Command::Test(args) => commands::test::run(&args, wings),
        Command::Refine(args) => commands::refine::run(&args, wings),
        Command::Relax(args) => commands::relax::run(&args, wings),
        Command::Hunt(args) => commands::hunt::run(&args, wings),
        Command::Cross(args) => commands::cross::run(&args, wings),
        Command::Corpus(args) => commands::corpus::run(&args, wings),
        Command::Hold(args) => commands::hold::run(&args, wings),
        Command::Compare(args) => commands::compare::run(&args, wings),
        Command::Store(args) => commands::store::run(&args),
        Command::Deploy(args) => commands::deploy::run(&args),
        Command::Serve(args) => commands::serve::run(&args, wings),
        Command::Status(args) => commands::status::run(&args),
        Command::Findings(args) => commands::findings::run(&args),
        Command::Show(args) => commands::show::run(&args),
        Command::Triage(args) => commands::triage::run(&args, wings),
        Command::Reduce(args) => commands::reduce::run(&args, wings),
        Command::Mute(args) => commands::mute::run(&args),
        Command::Known(args) => commands::known::run(&args, wings),
        Command::Report(args) => commands::report::run(&args, wings),
        Command::Scope(args) => commands::scope::run(&args, wings),
        Command::Bench(args) => commands::bench::run(&args, wings),
        Command::Completions(args) => commands::shell::completions(&args),
        Command::Man(args) => commands::shell::manual(&args),
        Command::ExitCodes => {
            words::say(&exit::table());
            Ok(Exit::Done)
        }
    }
}
