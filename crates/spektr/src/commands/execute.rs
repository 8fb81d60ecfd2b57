//! `spektr run`: a program on the machine, and before a witness where one is asked for.

use super::{exit_of, program};
use crate::Wings;
use crate::cli::RunArgs;
use crate::exit::{Exit, Failure};
use crate::words::say_bytes;
use spektr_wing::{Ending, Fuel};

pub fn run(args: &RunArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let (_wing, program) = program(wings, args.wing.as_deref(), &args.file)?;
    let fuel = args.fuel.map_or_else(Fuel::default, Fuel);
    let execution = program.run(fuel);
    say_bytes(&execution.stdout);
    match &execution.ending {
        Ending::Finished => {}
        Ending::Undefined { diagnostic, .. } | Ending::Unspecified { diagnostic, .. } => {
            eprint!("{diagnostic}");
        }
        Ending::OutOfFuel => {
            eprintln!("spektr: no end after {} steps; --fuel allows more", fuel.0);
        }
    }
    Ok(exit_of(&execution.ending))
}
