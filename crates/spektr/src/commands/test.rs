//! `spektr test`: files before every compiler.

use super::program;
use crate::Wings;
use crate::cli::TestArgs;
use crate::courtroom::Courtroom;
use crate::exit::{Exit, Failure};
use crate::words::{complain, say};
use spektr_hunt::court::{Configuration, Cost, Court, Opinion};
use spektr_hunt::triage::judge_everywhere;
use spektr_hunt::words::ending;
use spektr_judge::{Verdict, VerdictClass};
use spektr_wing::{Fuel, Program};
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

/// Judges one file. A court is opened once for every language: to probe compilers takes time.
fn judge<'a>(
    args: &TestArgs,
    file: &Path,
    wings: Wings<'a>,
    rooms: &mut BTreeMap<&'static str, Courtroom<'a>>,
) -> Result<Exit, Failure> {
    let (wing, program) = program(wings, args.wing.as_deref(), file)?;
    let room = match rooms.entry(wing.name()) {
        Entry::Occupied(open) => open.into_mut(),
        Entry::Vacant(none) => {
            none.insert(Courtroom::open(&args.compilers, wing, &std::env::temp_dir())?)
        }
    };
    let configurations = room.configurations(&args.flags)?;
    test(args, file, program.as_ref(), room.court(), &configurations)
}

fn test(
    args: &TestArgs,
    file: &Path,
    program: &dyn Program,
    court: &dyn Court,
    configurations: &[Configuration],
) -> Result<Exit, Failure> {
    let execution = program.trial(Fuel::default());
    if !execution.is_valid() {
        let reason = ending(&execution.ending);
        let message = format!("{} is no test of a compiler: {reason}", file.display());
        return Err(Failure::new(super::exit_of(&execution.ending), message));
    }
    let case = spektr_hunt::court::Case { program, execution: &execution };
    let mut exit = Exit::Done;
    let opinions = judge_everywhere(court, case, configurations, &mut Cost::default())?;
    for (configuration, opinion) in configurations.iter().zip(&opinions) {
        exit = match opinion.class() {
            VerdictClass::Pass | VerdictClass::Unjudged => exit,
            VerdictClass::OurFault => Exit::OurFault,
            _ => Exit::CompilerWrong,
        };
        say(&if args.json {
            json(file, configuration, opinion)
        } else {
            line(file, configuration, opinion)
        });
    }
    Ok(exit)
}

fn line(file: &Path, configuration: &Configuration, opinion: &Opinion) -> String {
    let mark = if opinion.verdict == Verdict::Pass { "ok  " } else { "FAIL" };
    let flags = configuration.flags.join(" ");
    let name = file.display();
    format!("{mark} {name}: {} {flags}: {}\n", configuration.compiler, opinion.verdict)
}

fn json(file: &Path, configuration: &Configuration, opinion: &Opinion) -> String {
    let value = serde_json::json!({
        "file": file.to_string_lossy(),
        "compiler": configuration.compiler,
        "flags": configuration.flags,
        "class": opinion.class().name(),
        "verdict": opinion.verdict,
        "found": String::from_utf8_lossy(&opinion.found),
    });
    format!("{value}\n")
}
