//! A reduction that a person waits for: with progress, and Ctrl-C to end it. What is done with
//! the reduced program is the business of the commands.

use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::room::Room;
use crate::words::{count, number};
use indicatif::{ProgressBar, ProgressStyle};
use spektr_hunt::Stop;
use spektr_hunt::campaign::Manner;
use spektr_hunt::examine::{Reducer, Reduction, Smaller, reduce_finding};
use spektr_hunt::reduce::Step;
use spektr_hunt::store::{Finding, Store};
use spektr_hunt::triage::Triage;
use spektr_judge::{Spent, Stage};
use spektr_wing::Program;
use std::time::Duration;

pub struct Shrinking {
    stop: Stop,
    jobs: usize,
    bar: ProgressBar,
}

impl Shrinking {
    /// Listens for Ctrl-C from now on.
    pub fn begin(jobs: Option<usize>) -> Result<Shrinking, Failure> {
        let stop = interrupt::listen()?;
        let jobs = jobs.unwrap_or_else(|| Manner::default().jobs).max(1);
        Ok(Shrinking { stop, jobs, bar: progress_bar() })
    }

    /// Ends the reduction as Ctrl-C does.
    pub fn stop(&self) {
        self.stop.ask();
    }

    /// Reduces a finding of the store, which keeps the result.
    pub fn finding(
        &self,
        store: &Store,
        finding: &Finding,
        room: &Room<'_>,
        watch: &mut dyn FnMut(&Step<'_>),
    ) -> Result<Smaller, Failure> {
        let mut spent = Spent::default();
        let reducer = self.reducer(room);
        let reduced = reduce_finding(store, &reducer, finding, &mut spent, &mut |step| {
            self.bar.set_message(progress(step));
            watch(step);
        });
        self.bar.finish_and_clear();
        store.charge(finding.campaign, &spent.charged_to(Stage::Reduce))?;
        Ok(reduced?.smaller)
    }

    /// Reduces a program while it shows the bug of `known`.
    pub fn program(
        &self,
        program: &dyn Program,
        known: &Triage,
        room: &Room<'_>,
        watch: &mut dyn FnMut(&Step<'_>),
    ) -> Result<Smaller, Failure> {
        let smaller = self.reducer(room).reduce(program, known, &mut |step| {
            self.bar.set_message(progress(step));
            watch(step);
        });
        self.bar.finish_and_clear();
        Ok(smaller?)
    }

    fn reducer<'r, 'w>(&'r self, room: &'r Room<'w>) -> Reducer<'r, 'w> {
        Reducer { judge: &room.judge, jobs: self.jobs, stop: &self.stop, before: &|_| () }
    }

    /// Whether a reduction was ended by request, which is no error; anything else that ends
    /// one early is trouble with a compiler.
    pub fn cut_short(&self, smaller: &Smaller) -> Result<bool, Failure> {
        match &smaller.reduction.cut_short {
            None => Ok(false),
            Some(_) if self.stop.asked() => Ok(true),
            Some(reason) => {
                let reason = format!("{reason}; this is the smallest program until then");
                Err(Failure::new(Exit::NoCompiler, reason))
            }
        }
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

/// What a reduction came to, in a line.
pub fn figures(reduction: &Reduction) -> String {
    format!(
        "{} became {} ({} executed, {}); {} compiles, {:.1} CPU s\n",
        count(reduction.statements_before, "statement"),
        number(reduction.statements_after),
        number(reduction.executed_after),
        count(reduction.functions_after, "function"),
        number(reduction.compiles),
        reduction.cpu_seconds
    )
}
