//! `spektr cross`: a program made of two others.

use super::{by_ending, policy, read, wing};
use crate::Wings;
use crate::cli::CrossArgs;
use crate::exit::{Exit, Failure};
use crate::words::say;
use spektr_wing::{Order, Program, SourceFile};

/// The generator that is given two programs and finds what of them fits.
const PAIR: &str = "pair";

pub fn run(args: &CrossArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let candidates = match &args.wing {
        Some(name) => vec![wing(wings, Some(name))?],
        None => by_ending(wings, std::slice::from_ref(&args.one)),
    };
    let crosses = candidates.iter().find(|it| it.makers().iter().any(|maker| maker.name == PAIR));
    let Some(wing) = crosses else {
        let message = format!("no language crosses files like {}", args.one.display());
        return Err(Failure::new(Exit::Usage, message));
    };
    let mut programs: Vec<Box<dyn Program>> = Vec::new();
    for path in [&args.one, &args.other] {
        let file = SourceFile::new(path.display().to_string(), read(path)?);
        let unread = |complaint| Failure::new(Exit::NotUnderstood, complaint);
        programs.push(wing.read(&[file]).map_err(unread)?);
    }
    let parents: Vec<&dyn Program> = programs.iter().map(|it| it.as_ref()).collect();
    let policy = policy(*wing, args.policy.as_deref())?;
    let policy = policy.as_deref();
    let order = Order { maker: PAIR, seed: args.seed, policy, size: None, parents: &parents };
    say(&wing.make(&order)?.program.text());
    Ok(Exit::Done)
}
