//! `spektr run`: a program on the machine, and before a witness where one is asked for.

use super::{brought, exit_of};
use crate::Wings;
use crate::cli::{LayoutArg, RunArgs};
use crate::exit::{Exit, Failure};
use crate::room::Room;
use crate::words::{complain, note, say_bytes};
use spektr_judge::{Agreement, Case};
use spektr_wing::{End, Ending, Fuel, Wing};

pub fn run(args: &RunArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let brought = brought(wings, args.wing.as_deref(), &args.files, &args.compilers)?;
    let wing = brought.wing;
    let program = brought.understood()?;
    let fuel = args.fuel.map_or_else(Fuel::default, Fuel);
    let reading = args.reading.into();
    let called = program.call(args.entry.as_deref(), &args.args, fuel);
    let execution = match called {
        Some(called) => called?,
        None if args.entry.is_some() || !args.args.is_empty() => {
            let message = "programs of this language have a beginning: no --entry, no --args";
            return Err(Failure::new(Exit::Usage, message));
        }
        None => program.run(reading, fuel),
    };
    let mut case = Case::new(program, execution);
    if case.is_open() && args.layout == LayoutArg::Asked {
        case = informed(args, wings, wing, case)?;
    }
    let execution = &case.execution;
    say_bytes(&execution.stdout);
    match &execution.ending {
        Ending::Finished(End::Status(0)) => {}
        Ending::Finished(End::Status(status)) => {
            complain(&format!("the program ends with status {status}"));
        }
        Ending::Finished(End::Abort) => complain("the program must abort"),
        Ending::Undefined { diagnostic, .. }
        | Ending::Unspecified { diagnostic, .. }
        | Ending::Unsupported { diagnostic, .. } => note(diagnostic),
        Ending::OutOfFuel => {
            complain(&format!("no end after {} steps; --fuel allows more", fuel.0));
        }
    }
    let exit = exit_of(&execution.ending);
    if let Some(name) = &args.witness {
        let room = Room::open(&args.compilers, wings, wing, &std::env::temp_dir())?;
        witness(&room, &case, name)?;
    }
    Ok(exit)
}

/// The program as it is for the first compiler, where one is here and can be asked.
fn informed<'a>(
    args: &RunArgs,
    wings: Wings<'a>,
    wing: &'a dyn Wing,
    case: Case,
) -> Result<Case, Failure> {
    let Ok(room) = Room::open(&args.compilers, wings, wing, &std::env::temp_dir()) else {
        return Ok(case);
    };
    let Some(first) = room.judge.levels().into_iter().next() else { return Ok(case) };
    let informed = room.judge.inform(&case, args.reading.into(), &first)?;
    Ok(match informed {
        Ok(informed) if !informed.is_open() => {
            let who = &first.compiler;
            complain(&format!("types are laid out as {who} does it: the language leaves it open"));
            informed
        }
        _ => case,
    })
}

fn witness(room: &Room<'_>, case: &Case, name: &str) -> Result<(), Failure> {
    let spec = room.witness(name)?;
    let Some(first) = room.judge.targets().first() else { return Ok(()) };
    let (testimony, _) = room.judge.ask(case, &spec, &first.compiler)?;
    let who = &testimony.who;
    match &testimony.agreement {
        Agreement::Agrees => complain(&format!("{who} agrees with the machine")),
        Agreement::CannotTell(reason) => complain(&format!("{who} cannot tell: {reason}")),
        Agreement::Disagrees(how) => {
            let message = format!("{who} disagrees with the machine: {how}");
            return Err(Failure::new(Exit::OurFault, message));
        }
    }
    Ok(())
}
