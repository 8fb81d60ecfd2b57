//! Files as they were given, for which no machine speaks: compiled and run in every
//! configuration, and compared with the unoptimised builds. Weaker than the machine's word: a
//! program that depends on what the language leaves open may differ and be right.

use crate::exit::{Exit, Failure};
use crate::room::Room;
use crate::words::{complain, say};
use spektr_judge::{Configuration, Flag, Outcome};
use spektr_wing::{Seen, SourceFile};
use std::collections::BTreeSet;

/// Compares builds of files that only compilers understand. `None` if the wing does not know
/// how to build them.
pub fn run(
    room: &Room<'_>,
    name: &str,
    files: &[SourceFile],
    configurations: &[Configuration],
) -> Result<Option<Exit>, Failure> {
    let judge = &room.judge;
    let mut plain = Vec::new();
    for target in judge.targets() {
        let Some(baseline) = &target.compiler.abilities.baseline else { continue };
        let flags: Vec<Flag> = baseline.iter().map(Flag::word).collect();
        plain.push(Configuration::new(&target.compiler.name, flags));
    }
    let Some(wanted) = agreed(room, files, &plain)? else { return Ok(None) };
    let wanted = match wanted {
        Some(seen) => seen,
        None => {
            complain(&format!("{name}: unoptimised builds do not agree, so nothing can be said"));
            return Ok(Some(Exit::Unspecified));
        }
    };
    let mut exit = Exit::Done;
    for configuration in configurations {
        let Some(outcome) = outcome(room, files, configuration)? else { continue };
        let said = match &outcome {
            Outcome::Finished { seen } if is_same(seen, &wanted) => "as unoptimised".to_owned(),
            Outcome::Finished { .. } => "differs from the unoptimised builds".to_owned(),
            other => other.to_string(),
        };
        let is_right = said == "as unoptimised";
        let is_rejection = matches!(outcome, Outcome::Rejected { .. } | Outcome::Hindered { .. });
        if !is_right && !is_rejection {
            exit = Exit::CompilerWrong;
        }
        let mark = if is_right { "ok  " } else { "FAIL" };
        let (compiler, flags) = (&configuration.compiler, configuration.typed());
        say(&format!("{mark} {name}: {compiler} {flags}: {said}\n"));
    }
    complain(&format!(
        "{name} is judged by comparing builds, which is weaker than the machine's word"
    ));
    Ok(Some(exit))
}

/// What unoptimised builds show, if they agree; `None` if there is no way to build.
fn agreed(
    room: &Room<'_>,
    files: &[SourceFile],
    plain: &[Configuration],
) -> Result<Option<Option<Seen>>, Failure> {
    let mut all: Vec<Seen> = Vec::new();
    for configuration in plain {
        match outcome(room, files, configuration)? {
            None => return Ok(None),
            Some(Outcome::Finished { seen }) => all.push(seen),
            Some(_) => {}
        }
    }
    let shown: BTreeSet<&[u8]> = all.iter().map(|seen| seen.stdout.as_slice()).collect();
    let agree = shown.len() == 1 && all.iter().all(|seen| seen.end == all[0].end);
    Ok(Some(agree.then(|| all.swap_remove(0))))
}

fn outcome(
    room: &Room<'_>,
    files: &[SourceFile],
    configuration: &Configuration,
) -> Result<Option<Outcome>, Failure> {
    let judge = &room.judge;
    let compiler = judge.compiler(&configuration.compiler)?;
    let Some(experiment) = judge.wing().as_given(files, &compiler.audience()) else {
        return Ok(None);
    };
    Ok(Some(judge.carry_out(&experiment, compiler, &configuration.flags)?.outcome))
}

fn is_same(seen: &Seen, wanted: &Seen) -> bool {
    seen.stdout == wanted.stdout && seen.end == wanted.end
}
