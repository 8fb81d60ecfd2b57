//! `spektr test`: files before every compiler.

use super::compare_builds;
use super::{Brought, brought};
use crate::Wings;
use crate::cli::{LayoutArg, TestArgs};
use crate::exit::{Exit, Failure};
use crate::room::Room;
use crate::words::{complain, say};
use spektr_hunt::words::ending;
use spektr_judge::{Attempt, Case, Configuration, Judge, Verdict, VerdictClass};
use spektr_wing::{Ending, Fuel, Program, Reading, SourceFile};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::Path;

pub fn run(args: &TestArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let mut rooms = BTreeMap::new();
    let mut worst = Exit::Done;
    for file in &args.files {
        let exit = match judge(args, file, wings, &mut rooms) {
            // One file that is no test must not keep the others from being one.
            Err(failure) if args.files.len() > 1 && is_of_the_file(failure.exit) => {
                complain(&failure.message);
                failure.exit
            }
            other => other?,
        };
        if worst == Exit::Done || exit == Exit::CompilerWrong {
            worst = exit;
        }
    }
    Ok(worst)
}

/// Whether the fault is the input's, not that of a compiler or of spektr.
fn is_of_the_file(exit: Exit) -> bool {
    let faults = [Exit::NotUnderstood, Exit::Undefined, Exit::Unspecified, Exit::OutOfFuel];
    faults.contains(&exit)
}

/// Judges one file. A judge is set up once for every language: to probe compilers takes time.
fn judge<'a>(
    args: &TestArgs,
    file: &Path,
    wings: Wings<'a>,
    rooms: &mut BTreeMap<&'static str, Room<'a>>,
) -> Result<Exit, Failure> {
    let files = [&[file.to_owned()][..], &args.with].concat();
    let brought = brought(wings, args.wing.as_deref(), &files, &args.compilers)?;
    let wing = brought.wing;
    let room = match rooms.entry(wing.name()) {
        Entry::Occupied(open) => open.into_mut(),
        Entry::Vacant(none) => {
            none.insert(Room::open(&args.compilers, wings, wing, &std::env::temp_dir())?)
        }
    };
    let configurations = match args.thorough {
        true => room.thorough_configurations(),
        false => room.configurations(&args.flags)?,
    };
    let name = file.display().to_string();
    if brought.program.is_err() {
        return only_builds(room, &name, brought, &configurations);
    }
    let files = brought.files.clone();
    let case = Case::by_reading(brought.understood()?, args.reading.into());
    let mut exit = Exit::Done;
    if case.is_open() && args.layout == LayoutArg::Asked {
        match by_asking(args, file, &case, room, &configurations)? {
            Ok(judged) => exit = judged,
            Err(stopped) => return only_crashes(args, file, &stopped, room, &configurations),
        }
    } else if !case.means_something() {
        return only_crashes(args, file, &case, room, &configurations);
    } else {
        for configuration in &configurations {
            exit = one(args, file, &case, room, configuration)?.unwrap_or(exit);
        }
    }
    if exit != Exit::Done || is_own_text(&files, case.program.as_ref()) {
        return Ok(exit);
    }
    // What the machine knows was put in spektr's words, which may hide what the file shows.
    if let Some(exit) = quietly(args, file, &case, room, &configurations)? {
        return Ok(exit);
    }
    let given = compare_builds::given(room, &name, &files, &configurations, args.json)?;
    Ok(given.unwrap_or(exit))
}

/// Judges in one configuration. `None` if there is nothing against the compiler.
fn one(
    args: &TestArgs,
    file: &Path,
    case: &Case,
    room: &Room<'_>,
    configuration: &Configuration,
) -> Result<Option<Exit>, Failure> {
    let judgement = room.judge.judge(case, configuration)?;
    let (verdict, attempt) = (judgement.verdict, judgement.evidence);
    tell(args, file, configuration, &verdict, attempt.as_ref());
    Ok(match verdict.class() {
        VerdictClass::Pass | VerdictClass::Unjudged => None,
        VerdictClass::OurFault => Some(Exit::OurFault),
        _ => Some(Exit::CompilerWrong),
    })
}

/// A program that depends on what the language leaves to compilers is judged in each
/// configuration as it is there; or how it stops if it means nothing in any.
fn by_asking(
    args: &TestArgs,
    file: &Path,
    open: &Case,
    room: &Room<'_>,
    configurations: &[Configuration],
) -> Result<Result<Exit, Case>, Failure> {
    let (mut exit, mut judged, mut stopped) = (Exit::Done, false, None);
    for configuration in configurations {
        let case = match room.judge.inform(open, args.reading.into(), configuration)? {
            Ok(case) => case,
            Err(why) => {
                let (compiler, flags) = (&configuration.compiler, configuration.typed());
                complain(&format!("{compiler} {flags} does not say how it lays types out: {why}"));
                continue;
            }
        };
        if case.means_something() {
            judged = true;
            exit = one(args, file, &case, room, configuration)?.unwrap_or(exit);
        } else {
            stopped = Some(case);
        }
    }
    if !judged {
        return Ok(Err(stopped.unwrap_or_else(|| open.clone())));
    }
    let name = file.display();
    complain(&format!(
        "{name} depends on how types are laid out, which the language leaves open: each compiler \
         is judged by its own layout (--layout strict refuses such programs)"
    ));
    Ok(Ok(exit))
}

/// Judges the form of a program that shows less of it. `None` if there is nothing to say.
fn quietly(
    args: &TestArgs,
    file: &Path,
    case: &Case,
    room: &Room<'_>,
    configurations: &[Configuration],
) -> Result<Option<Exit>, Failure> {
    let Some(quieter) = case.program.quieter() else { return Ok(None) };
    let case = Case::by_reading(quieter, args.reading.into());
    if !case.means_something() {
        return Ok(None);
    }
    let mut worst = None;
    for configuration in configurations {
        let judgement = room.judge.judge(&case, configuration)?;
        if judgement.verdict.is_finding() {
            worst = Some(Exit::CompilerWrong);
            tell(args, file, configuration, &judgement.verdict, judgement.evidence.as_ref());
        }
    }
    if worst.is_some() {
        let name = file.display();
        complain(&format!(
            "{name} is wrong where only its result is shown, and right where all of its values are"
        ));
    }
    Ok(worst)
}

/// Whether a file is just what is compiled to judge it.
fn is_own_text(files: &[SourceFile], program: &dyn Program) -> bool {
    files.iter().map(|it| &it.text).eq(program.files().iter().map(|it| &it.text))
}

/// What the machine cannot read is compared between builds.
fn only_builds(
    room: &Room<'_>,
    name: &str,
    brought: Brought<'_>,
    configurations: &[Configuration],
) -> Result<Exit, Failure> {
    match compare_builds::run(room, name, &brought.files, configurations)? {
        Some(Exit::Done) | None => {
            brought.understood()?;
            Ok(Exit::Done)
        }
        Some(exit) => {
            if let Err(failure) = brought.understood() {
                complain(&format!("the machine does not understand it: {}", failure.message));
            }
            Ok(exit)
        }
    }
}

/// A program that means nothing can only show that a compiler dies of it.
fn only_crashes(
    args: &TestArgs,
    file: &Path,
    case: &Case,
    room: &Room<'_>,
    configurations: &[Configuration],
) -> Result<Exit, Failure> {
    let judge: &Judge<'_> = &room.judge;
    let mut crashed = false;
    for configuration in configurations {
        let (verdict, attempt) = judge.look(case, configuration)?;
        if verdict.is_finding() {
            crashed = true;
            tell(args, file, configuration, &verdict, Some(&attempt));
        }
    }
    let reason = ending(&case.execution.ending);
    let lenient = lenient(case);
    let message =
        format!("{} is no test of what a compiler makes of it: {reason}{lenient}", file.display());
    if crashed {
        complain(&message);
        return Ok(Exit::CompilerWrong);
    }
    let message = format!("{message}; no compiler dies of it either");
    Err(Failure::new(super::exit_of(&case.execution.ending), message))
}

/// What is added where only the stricter reading refuses a program: which rule it is, and how to
/// have the other reading.
fn lenient(case: &Case) -> String {
    let reference = case.program.run(Reading::Reference, Fuel::default());
    let diagnostic = match (&case.execution.ending, &reference.ending) {
        (
            Ending::Undefined { diagnostic, .. } | Ending::Unspecified { diagnostic, .. },
            Ending::Finished(_),
        ) => diagnostic,
        _ => return String::new(),
    };
    format!(
        ", by the reading under which compilers are blamed; the reference's accepts it \
         (--reading reference). The stricter one says:\n{}",
        diagnostic.trim_end()
    )
}

fn tell(
    args: &TestArgs,
    file: &Path,
    configuration: &Configuration,
    verdict: &Verdict,
    attempt: Option<&Attempt>,
) {
    say(&match args.json {
        true => json(file, configuration, verdict, attempt),
        false => line(file, configuration, verdict),
    });
}

fn line(file: &Path, configuration: &Configuration, verdict: &Verdict) -> String {
    let mark = if *verdict == Verdict::Pass { "ok  " } else { "FAIL" };
    let (name, flags) = (file.display(), configuration.typed());
    format!("{mark} {name}: {} {flags}: {verdict}\n", configuration.compiler)
}

fn json(
    file: &Path,
    configuration: &Configuration,
    verdict: &Verdict,
    attempt: Option<&Attempt>,
) -> String {
    let found = attempt.and_then(|it| it.seen()).map(|seen| seen.stdout.clone());
    let value = serde_json::json!({
        "file": file.to_string_lossy(),
        "compiler": configuration.compiler,
        "flags": configuration.flags,
        "class": verdict.class().name(),
        "verdict": verdict.to_string(),
        "found": found.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
    });
    format!("{value}\n")
}
