//! `spektr reduce`: one finding or file, as small as it gets.

use super::subject::Chosen;
use super::triage::known;
use crate::Wings;
use crate::cli::ReduceArgs;
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::words::{number, say};
use indicatif::{ProgressBar, ProgressStyle};
use spektr_hunt::campaign::Manner;
use spektr_hunt::closer::{Reducer, Reduction, Smaller, reduce_finding};
use spektr_hunt::court::Cost;
use spektr_hunt::reduce::Step;
use spektr_hunt::triage::triage;
use std::path::Path;
use std::time::Duration;

pub fn run(args: &ReduceArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let chosen = Chosen::open(&args.subject, wings)?;
    let stop = interrupt::listen()?;
    let jobs = args.jobs.unwrap_or_else(|| Manner::default().jobs).max(1);
    let bar = progress_bar();
    let mut unwritten = None;
    let mut watch = |step: &Step<'_>| {
        bar.set_message(progress(step));
        if args.subject.json {
            say(&event(step));
        }
        // Whatever ends the reduction, the file holds the best so far.
        if let Some(file) = &args.output
            && let Err(failure) = write(file, &step.program.text())
        {
            unwritten.get_or_insert(failure);
            stop.ask();
        }
    };
    let smaller = match chosen {
        Chosen::Finding { wing, store, finding, room } => {
            let reducer = Reducer { wing, court: room.court(), jobs, stop: &stop };
            reduce_finding(&store, &reducer, &finding, &mut watch)?.smaller
        }
        Chosen::File { wing, subject, room } => {
            let court = room.court();
            let configuration = &subject.configuration;
            let outcome = triage(court, subject.case(), configuration, &mut Cost::default())?;
            let triage = known(outcome)?;
            let program = subject.program.as_ref();
            Reducer { wing, court, jobs, stop: &stop }.reduce(program, &triage, &mut watch)?
        }
    };
    bar.finish_and_clear();
    if let Some(failure) = unwritten {
        return Err(failure);
    }
    deliver(args, &smaller)?;
    match &smaller.reduction.cut_short {
        // Ctrl-C is a wish that was granted; anything else is trouble with a compiler.
        Some(reason) if !stop.asked() => {
            let reason = format!("{reason}; this is the smallest program until then");
            Err(Failure::new(Exit::NoCompiler, reason))
        }
        Some(_) => {
            eprintln!("stopped by request: this is the smallest program so far");
            Ok(Exit::Done)
        }
        None => Ok(Exit::Done),
    }
}

fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::no_length();
    if let Ok(style) = ProgressStyle::with_template("{elapsed_precise} {spinner} {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

fn progress(step: &Step<'_>) -> String {
    format!(
        "{} statements, {} candidates compiled, {} thrown away by the machine ({})",
        number(step.size.statements),
        number(step.tally.asked),
        number(step.tally.rejected),
        step.label
    )
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
        (false, Some(_)) => eprint!("{}", figures(&smaller.reduction)),
        (false, None) => {
            eprint!("{}", figures(&smaller.reduction));
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

fn figures(reduction: &Reduction) -> String {
    format!(
        "{} statements became {} ({} executed, {} functions); {} compiles, {:.1} CPU s\n",
        number(reduction.statements_before),
        number(reduction.statements_after),
        number(reduction.executed_after),
        reduction.functions_after,
        number(reduction.compiles),
        reduction.cpu_seconds
    )
}
