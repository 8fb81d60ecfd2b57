//! Files as they were given, for which no machine speaks: compiled and run in every
//! configuration, and compared with the unoptimised builds. Weaker than the machine's word: a
//! program that depends on what the language leaves open may differ and be right.

use crate::exit::{Exit, Failure};
use crate::room::Room;
use crate::words::{complain, note, say};
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
    let wanted = match agreed(room, files)? {
        None => return Ok(None),
        Some(Some(seen)) => seen,
        Some(None) => {
            complain(&format!("{name}: unoptimised builds do not agree, so nothing can be said"));
            return Ok(Some(Exit::Unspecified));
        }
    };
    let exit = compare(room, name, files, configurations, &wanted, Telling::All)?;
    complain(&format!(
        "{name} is judged by comparing builds, which is weaker than the machine's word"
    ));
    Ok(Some(exit))
}

/// The same for files that the machine understands, and that pass as it renders them: builds of
/// what was given are compared too, and only what differs is told. `None` if they say nothing.
pub fn given(
    room: &Room<'_>,
    name: &str,
    files: &[SourceFile],
    configurations: &[Configuration],
    json: bool,
) -> Result<Option<Exit>, Failure> {
    let wanted = match agreed(room, files)? {
        None => return Ok(None),
        Some(Some(seen)) => seen,
        Some(None) => {
            note(&format!("{name}: judged as spektr writes it; the file itself says nothing"));
            return Ok(None);
        }
    };
    let telling = if json { Telling::Json } else { Telling::Differences };
    let exit = compare(room, name, files, configurations, &wanted, telling)?;
    match exit {
        Exit::Done => note(&format!("{name}: the file as it is shows nothing else in any build")),
        _ => complain(&format!(
            "{name} is right as spektr writes it, but the file as it is differs between builds: \
             that is weaker than the machine's word, and a finding all the same"
        )),
    }
    Ok(Some(exit))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Telling {
    All,
    Differences,
    /// Differences, as JSON lines.
    Json,
}

fn compare(
    room: &Room<'_>,
    name: &str,
    files: &[SourceFile],
    configurations: &[Configuration],
    wanted: &Seen,
    telling: Telling,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    for configuration in configurations {
        let Some(outcome) = outcome(room, files, configuration)? else { continue };
        let said = match &outcome {
            Outcome::Finished { seen } if is_same(seen, wanted) => "as unoptimised".to_owned(),
            Outcome::Finished { .. } => "differs from the unoptimised builds".to_owned(),
            other => other.to_string(),
        };
        let is_right = said == "as unoptimised";
        let is_rejection = matches!(outcome, Outcome::Rejected { .. } | Outcome::Hindered { .. });
        if !is_right && !is_rejection {
            exit = Exit::CompilerWrong;
        }
        if telling != Telling::All && (is_right || is_rejection) {
            continue;
        }
        if telling == Telling::Json {
            let value = serde_json::json!({
                "file": name,
                "compiler": configuration.compiler,
                "flags": configuration.flags,
                "class": "file-as-given",
                "verdict": said,
            });
            say(&format!("{value}\n"));
            continue;
        }
        let mark = if is_right { "ok  " } else { "FAIL" };
        let (compiler, flags) = (&configuration.compiler, configuration.typed());
        say(&format!("{mark} {name}: {compiler} {flags}: {said}\n"));
    }
    Ok(exit)
}

/// What unoptimised builds show, if they agree; `None` if there is no way to build.
fn agreed(room: &Room<'_>, files: &[SourceFile]) -> Result<Option<Option<Seen>>, Failure> {
    let mut all: Vec<Seen> = Vec::new();
    for target in room.judge.targets() {
        let Some(baseline) = &target.compiler.abilities.baseline else { continue };
        let flags: Vec<Flag> = baseline.iter().map(Flag::word).collect();
        match outcome(room, files, &Configuration::new(&target.compiler.name, flags))? {
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
