//! `spektr refine`: two programs, and whether the second does no more than the first may.

use super::{by_ending, read, wing};
use crate::Wings;
use crate::cli::{EffortArg, RefineArgs};
use crate::exit::{Exit, Failure};
use crate::words::say;
use spektr_wing::{Effort, Refined, SourceFile};
use std::path::Path;

pub fn run(args: &RefineArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let file =
        |path: &Path| Ok::<_, Failure>(SourceFile::new(path.display().to_string(), read(path)?));
    let before = file(&args.before)?;
    let after = args.after.as_deref().map(file).transpose()?;
    let effort = match args.effort {
        EffortArg::Quick => Effort::Quick,
        EffortArg::Usual => Effort::Usual,
        EffortArg::Thorough => Effort::Thorough,
    };
    let candidates = match &args.wing {
        Some(name) => vec![wing(wings, Some(name))?],
        None => by_ending(wings, std::slice::from_ref(&args.before)),
    };
    let refinement =
        candidates.iter().find_map(|wing| wing.refine(&before, after.as_ref(), effort));
    let Some(refinement) = refinement else {
        let message = format!("no language has a refinement for {}", args.before.display());
        return Err(Failure::new(Exit::Usage, message));
    };
    say(&spektr_text::printable(&refinement.text));
    Ok(match refinement.verdict {
        Refined::Yes => Exit::Done,
        Refined::No => Exit::CompilerWrong,
        Refined::CannotTell => Exit::Unspecified,
        Refined::NotUnderstood => Exit::NotUnderstood,
    })
}
