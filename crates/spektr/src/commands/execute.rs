//! `spektr run`: a program on the machine, and before a witness where one is asked for.

use super::{exit_of, program};
use crate::Wings;
use crate::cli::RunArgs;
use crate::courtroom::Courtroom;
use crate::exit::{Exit, Failure};
use crate::words::{complain, note, say_bytes};
use spektr_hunt::agreement::{Agreement, compare};
use spektr_wing::{Ending, Execution, Fuel, Program};

pub fn run(args: &RunArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let (wing, program) = program(wings, args.wing.as_deref(), &args.file)?;
    let fuel = args.fuel.map_or_else(Fuel::default, Fuel);
    let execution = program.run(fuel);
    say_bytes(&execution.stdout);
    match &execution.ending {
        Ending::Finished => {}
        Ending::Undefined { diagnostic, .. } | Ending::Unspecified { diagnostic, .. } => {
            note(diagnostic);
        }
        Ending::OutOfFuel => {
            complain(&format!("no end after {} steps; --fuel allows more", fuel.0));
        }
    }
    match &args.witness {
        None => Ok(exit_of(&execution.ending)),
        Some(name) => {
            let room = Courtroom::open(&args.compilers, wing, &std::env::temp_dir())?;
            witness(&room, program.as_ref(), &execution, name)
        }
    }
}

fn witness(
    room: &Courtroom<'_>,
    program: &dyn Program,
    execution: &Execution,
    name: &str,
) -> Result<Exit, Failure> {
    let spec = room.witness(name)?;
    let testimony = room.testimony(program, &spec)?;
    let who = format!("{name} ({})", testimony.by);
    match compare(program, execution, &spec, &testimony.answer) {
        Agreement::Agrees => complain(&format!("{who} agrees with the machine")),
        Agreement::CannotTell(reason) => complain(&format!("{who} cannot tell: {reason}")),
        Agreement::Disagrees(how) => {
            let message = format!("{who} disagrees with the machine: {how}");
            return Err(Failure::new(Exit::OurFault, message));
        }
    }
    Ok(exit_of(&execution.ending))
}
