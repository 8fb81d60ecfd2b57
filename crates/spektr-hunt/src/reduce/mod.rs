//! Reduction: the smallest program that still shows the same bug.
//!
//! The driver knows neither languages nor compilers. Candidates come from
//! [`Program::edits`], validity from the program's machine, and whether a candidate still
//! shows the bug from an [`Interest`]. The result does not depend on thread timing: work is
//! done in waves of fixed width whose answers are looked at in a fixed order.

mod attempt;
mod waves;

use crate::Stop;
use spektr_judge::Case;
use spektr_wing::{Program, Size, Wing};
use waves::Driver;

/// What is said of a reduction that somebody wished to stop: it can be gone on with.
pub const STOPPED: &str = "stopped by request";

/// Whether a program still shows the bug that is being reduced.
pub trait Interest: Sync {
    /// An error ends the reduction; the best program so far is kept.
    fn holds(&self, case: &Case) -> Result<bool, String>;
}

/// How a reduction is run.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Threads that ask about candidates; changes speed only, never the result.
    pub jobs: usize,
    pub validity: Validity,
}

/// Whether candidates that the machine does not accept are thrown away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validity {
    Required,
    /// A compiler must not break on any program, so the program need not be valid; but nobody
    /// can object to one that is. A valid one stays so, unless that makes it much larger.
    Preferred,
}

/// A valid program of so many statements is small enough.
const SMALL: u64 = 12;
/// One that need not be valid has to be smaller by this factor.
const WORTH_IT: u64 = 2;

/// What happened so far, for whoever watches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Candidates that were formed from edits.
    pub candidates: u64,
    /// Candidates the machine threw away.
    pub rejected: u64,
    /// Candidates whose text had been seen before.
    pub repeated: u64,
    /// Candidates put before the [`Interest`].
    pub asked: u64,
    /// Times the program got smaller.
    pub wins: u64,
}

impl std::ops::Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            candidates: self.candidates + other.candidates,
            rejected: self.rejected + other.rejected,
            repeated: self.repeated + other.repeated,
            asked: self.asked + other.asked,
            wins: self.wins + other.wins,
        }
    }
}

/// One step forward.
pub struct Step<'a> {
    /// The smallest program so far.
    pub program: &'a dyn Program,
    pub size: Size,
    pub round: u32,
    pub tally: Tally,
    /// The label of the first edit of the step.
    pub label: String,
}

/// The result of a reduction.
pub struct Reduced {
    pub program: Box<dyn Program>,
    pub before: Size,
    pub after: Size,
    pub tally: Tally,
    /// Why the reduction ended before nothing was left to try, if it did.
    pub cut_short: Option<String>,
}

/// Why a reduction was not begun.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Refusal {
    #[error("the program does not show the bug, so there is nothing to reduce")]
    NotInteresting,
    #[error(
        "the empty program shows the bug too, so the bug is not in the program: check the compiler and its flags with `spektr doctor`"
    )]
    EmptyInteresting,
    #[error("the program is not valid: {0}")]
    Invalid(String),
    #[error("{0}")]
    Trouble(String),
}

/// Reduces `program` while `interest` holds.
pub fn reduce(
    wing: &dyn Wing,
    program: &dyn Program,
    interest: &dyn Interest,
    rules: &Rules,
    stop: &Stop,
    watch: &mut dyn FnMut(&Step<'_>),
) -> Result<Reduced, Refusal> {
    let case = Case::of_program(program.clone_box());
    let is_valid = case.means_something();
    if rules.validity == Validity::Required && !is_valid {
        return Err(Refusal::Invalid(crate::words::ending(&case.execution.ending)));
    }
    if !interest.holds(&case).map_err(Refusal::Trouble)? {
        return Err(Refusal::NotInteresting);
    }
    let nothing = Case::of_program(wing.empty());
    if interest.holds(&nothing).map_err(Refusal::Trouble)? {
        return Err(Refusal::EmptyInteresting);
    }
    let mut run = |start: &Case, must_be_valid| {
        let mut driver = Driver::new(start, interest, rules.jobs, must_be_valid, stop);
        driver.remember(nothing.program.as_ref(), false);
        driver.run(watch);
        driver.finish(program.size())
    };
    let reduced = run(&case, is_valid);
    let is_small = reduced.after.statements <= SMALL;
    if rules.validity == Validity::Required || !is_valid || is_small || reduced.cut_short.is_some()
    {
        return Ok(reduced);
    }
    let smaller = run(&Case::of_program(reduced.program.clone_box()), false);
    let is_worth_it = smaller.after.statements * WORTH_IT <= reduced.after.statements;
    let tally = reduced.tally + smaller.tally;
    let chosen = if is_worth_it { smaller } else { reduced };
    Ok(Reduced { tally, ..chosen })
}
