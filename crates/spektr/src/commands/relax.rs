//! `spektr relax`: a program without the run-time checks that it does not need.

use super::{brought, exit_of};
use crate::Wings;
use crate::cli::RelaxArgs;
use crate::exit::{Exit, Failure};
use crate::words::{complain, say};
use spektr_wing::{Fuel, Reading};

pub fn run(args: &RelaxArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let brought = brought(wings, args.wing.as_deref(), &args.files, &args.compilers)?;
    let program = brought.understood()?;
    let fuel = args.fuel.map_or_else(Fuel::default, Fuel);
    let (relaxed, words) = match program.relaxed(&args.keep, fuel) {
        Ok(relaxed) => relaxed,
        Err(reason) => {
            let exit = match exit_of(&program.run(Reading::Blame, fuel).ending) {
                Exit::Done => Exit::Usage,
                exit => exit,
            };
            return Err(Failure::new(exit, reason));
        }
    };
    complain(&words);
    say(&relaxed.text());
    Ok(Exit::Done)
}
