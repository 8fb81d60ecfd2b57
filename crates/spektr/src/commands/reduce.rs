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
use std::time::Duration;

pub fn run(args: &ReduceArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let chosen = Chosen::open(&args.subject, wings)?;
    let stop = interrupt::listen()?;
    let jobs = args.jobs.unwrap_or_else(|| Manner::default().jobs).max(1);
    let bar = ProgressBar::no_length();
    if let Ok(style) = ProgressStyle::with_template("{elapsed_precise} {spinner} {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(250));
    let mut watch = |step: &Step<'_>| bar.set_message(progress(step));
    let smaller = match chosen {
        Chosen::Finding { wing, store, finding, room } => {
            let reducer = Reducer { wing, court: room.court(), jobs, stop: &stop };
            reduce_finding(&store, &reducer, &finding, &mut watch)?
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
    deliver(args, &smaller)
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

fn deliver(args: &ReduceArgs, smaller: &Smaller) -> Result<Exit, Failure> {
    let text = smaller.program.text();
    eprint!("{}", figures(&smaller.reduction));
    match &args.output {
        None => say(&text),
        Some(file) => std::fs::write(file, text).map_err(|error| {
            Failure::new(Exit::Usage, format!("cannot write {}: {error}", file.display()))
        })?,
    }
    Ok(Exit::Done)
}

fn figures(reduction: &Reduction) -> String {
    let mut text = format!(
        "{} statements became {} ({} executed, {} functions); {} compiles, {:.1} CPU s\n",
        number(reduction.statements_before),
        number(reduction.statements_after),
        number(reduction.executed_after),
        reduction.functions_after,
        number(reduction.compiles),
        reduction.cpu_seconds
    );
    if let Some(reason) = &reduction.cut_short {
        text.push_str(&format!("ended early ({reason}): this is the smallest so far\n"));
    }
    text
}
