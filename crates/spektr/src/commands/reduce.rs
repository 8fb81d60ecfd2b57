//! `spektr reduce`: one finding or file, as small as it gets.

use super::shrinking::{Shrinking, figures};
use super::subject::{Chosen, Wanted, triage_file};
use crate::Wings;
use crate::cli::ReduceArgs;
use crate::exit::{Exit, Failure};
use crate::words::{note, say};
use spektr_hunt::examine::Smaller;
use spektr_hunt::reduce::Step;
use std::path::Path;

pub fn run(args: &ReduceArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let chosen = Chosen::open(&Wanted::by(&args.subject, false), wings)?;
    let work = Shrinking::begin(args.jobs)?;
    let mut unwritten = None;
    let mut watch = |step: &Step<'_>| {
        if args.subject.json {
            say(&event(step));
        }
        // Whatever ends the reduction, the file holds the best so far.
        if let Some(file) = &args.output
            && let Err(failure) = write(file, &step.program.text())
        {
            unwritten.get_or_insert(failure);
            work.stop();
        }
    };
    let smaller = match &chosen {
        Chosen::Finding { store, finding, room, .. } => {
            work.finding(store, finding, room, &mut watch)?
        }
        Chosen::File { subject, room } => {
            let triage = triage_file(subject, room)?;
            work.program(subject.case.program.as_ref(), &triage, room, &mut watch)?
        }
    };
    if let Some(failure) = unwritten {
        return Err(failure);
    }
    deliver(args, &smaller)?;
    if work.cut_short(&smaller)? {
        note("stopped by request: this is the smallest program so far");
    }
    Ok(Exit::Done)
}

/// A step as one line of JSON.
fn event(step: &Step<'_>) -> String {
    let value = serde_json::json!({
        "event": "step",
        "statements": step.size.statements,
        "functions": step.size.functions,
        "candidates": step.tally.candidates,
        "asked": step.tally.asked,
        "edit": step.label,
    });
    format!("{value}\n")
}

fn deliver(args: &ReduceArgs, smaller: &Smaller) -> Result<(), Failure> {
    let text = smaller.program.text();
    if let Some(file) = &args.output {
        write(file, &text)?;
    }
    match (args.subject.json, &args.output) {
        (true, _) => {
            let figures = &smaller.reduction;
            let value =
                serde_json::json!({ "event": "reduced", "program": text, "figures": figures });
            say(&format!("{value}\n"));
        }
        (false, Some(_)) => note(&figures(&smaller.reduction)),
        (false, None) => {
            note(&figures(&smaller.reduction));
            say(&text);
        }
    }
    Ok(())
}

fn write(file: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(file, text).map_err(|error| {
        Failure::new(Exit::Usage, format!("cannot write {}: {error}", file.display()))
    })
}
