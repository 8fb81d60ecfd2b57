//! `spektr hold`: a process that stays and answers for a tool. Only spektr itself starts it.

use crate::Wings;
use crate::cli::HoldArgs;
use crate::exit::{Exit, Failure};
use spektr_judge::families;

pub fn run(args: &HoldArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let family = families::named(wings.families, &args.family);
    match family.hold(&args.arguments) {
        Ok(()) => Ok(Exit::Done),
        Err(error) => Err(Failure::new(Exit::Usage, error)),
    }
}
