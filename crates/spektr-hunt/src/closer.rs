//! A closer look at one stored finding: triage it and join it to its bug, or reduce it. Used
//! by hunts and by the commands that a person gives; both leave the same traces in the store.

use crate::Stop;
use crate::court::{Case, Configuration, Cost, Court, CourtTrouble, needs_validity};
use crate::reduce::{Refusal, Rules, Step, reduce};
use crate::store::{Finding, FindingState, Store, StoreTrouble};
use crate::triage::{Outcome, SameBug, Triage, triage};
use serde::{Deserialize, Serialize};
use spektr_wing::{Complaint, Execution, Fuel, Program, Wing};

/// Why a closer look was not possible.
#[derive(Debug, thiserror::Error)]
pub enum CloserTrouble {
    #[error(transparent)]
    Store(#[from] StoreTrouble),
    #[error(transparent)]
    Court(#[from] CourtTrouble),
    #[error("the stored program is no longer understood: {0}")]
    Unreadable(#[from] Complaint),
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("it shows no bug any more: {0}")]
    NoBug(String),
}

impl CloserTrouble {
    /// Whether the trouble is with this one finding only, so that others can go on.
    pub fn is_local(&self) -> bool {
        !matches!(self, CloserTrouble::Store(_) | CloserTrouble::Court(_))
            && !matches!(self, CloserTrouble::Refused(Refusal::Trouble(_)))
    }
}

/// A program that went wrong, ready for experiments.
pub struct Subject {
    pub program: Box<dyn Program>,
    pub execution: Execution,
    pub configuration: Configuration,
}

impl Subject {
    /// The program as it was found.
    pub fn of_finding(wing: &dyn Wing, finding: &Finding) -> Result<Subject, Complaint> {
        let configuration =
            Configuration { compiler: finding.compiler.clone(), flags: finding.flags.clone() };
        Ok(Subject::new(wing.parse(&finding.program)?, configuration))
    }

    pub fn new(program: Box<dyn Program>, configuration: Configuration) -> Subject {
        let execution = program.run(Fuel::default());
        Subject { program, execution, configuration }
    }

    pub fn case(&self) -> Case<'_> {
        Case { program: self.program.as_ref(), execution: &self.execution }
    }
}

/// What became of a finding.
#[derive(Clone, Debug)]
pub enum Triaged {
    Joined { bug: i64, new: bool, triage: Box<Triage> },
    SetApart { state: FindingState, reason: String },
}

/// Triages a finding and writes down what became of it.
pub fn triage_finding(
    store: &Store,
    wing: &dyn Wing,
    court: &dyn Court,
    finding: &Finding,
) -> Result<Triaged, CloserTrouble> {
    let subject = Subject::of_finding(wing, finding)?;
    let mut cost = Cost::default();
    let outcome = triage(court, subject.case(), &subject.configuration, &mut cost)?;
    let (state, reason) = match outcome {
        Outcome::Known(triage) => {
            let (bug, new) =
                store.join(finding.id, &triage.signature(), &triage.title(), &triage)?;
            return Ok(Triaged::Joined { bug, new, triage });
        }
        Outcome::Gone => (FindingState::Flaky, "every repeated run was right".to_owned()),
        Outcome::Flaky(why) => (FindingState::Flaky, why),
        Outcome::OurFault(reason) => (FindingState::OurFault, reason),
    };
    store.set_apart(finding.id, state, &reason)?;
    Ok(Triaged::SetApart { state, reason })
}

/// The figures of a reduction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reduction {
    pub statements_before: u64,
    pub statements_after: u64,
    pub functions_after: u64,
    /// Statements the reduced program executes.
    pub executed_after: u64,
    pub candidates: u64,
    pub rejected_by_machine: u64,
    pub asked: u64,
    pub compiles: u64,
    pub cpu_seconds: f64,
    /// Why the reduction ended early, if it did.
    pub cut_short: Option<String>,
}

/// A reduced program with its figures.
pub struct Smaller {
    pub program: Box<dyn Program>,
    pub reduction: Reduction,
}

/// Reduces a program while it shows the bug of `triage`.
pub fn reduce_subject(
    wing: &dyn Wing,
    court: &dyn Court,
    program: &dyn Program,
    triage: &Triage,
    jobs: usize,
    stop: &Stop,
    watch: &mut dyn FnMut(&Step),
) -> Result<Smaller, Refusal> {
    let begun = crate::clock::process_cpu_micros();
    let interest = SameBug::new(court, triage);
    let rules = Rules { jobs, must_be_valid: needs_validity(triage.class) };
    let reduced = reduce(wing, program, &interest, &rules, stop, watch)?;
    let cost = interest.cost();
    let own_micros = crate::clock::process_cpu_micros() - begun;
    let micros = cost.compile_micros + cost.run_micros + own_micros;
    let reduction = Reduction {
        statements_before: reduced.before.statements,
        statements_after: reduced.after.statements,
        functions_after: reduced.after.functions,
        executed_after: reduced.program.run(Fuel::default()).steps,
        candidates: reduced.tally.candidates,
        rejected_by_machine: reduced.tally.rejected,
        asked: reduced.tally.asked,
        compiles: cost.compiles,
        cpu_seconds: micros as f64 / 1e6,
        cut_short: reduced.cut_short,
    };
    Ok(Smaller { program: reduced.program, reduction })
}

/// Reduces a triaged finding and keeps the result.
pub fn reduce_finding(
    store: &Store,
    wing: &dyn Wing,
    court: &dyn Court,
    finding: &Finding,
    jobs: usize,
    stop: &Stop,
    watch: &mut dyn FnMut(&Step),
) -> Result<Smaller, CloserTrouble> {
    let triage = known_triage(store, wing, court, finding)?;
    // A reduction that was cut short is gone on with.
    let text = finding.reduced.as_ref().unwrap_or(&finding.program);
    let program = wing.parse(text)?;
    let smaller = reduce_subject(wing, court, program.as_ref(), &triage, jobs, stop, watch)?;
    store.keep_reduction(finding.id, &smaller.program.text(), &smaller.reduction)?;
    if triage.guilt.is_none() {
        rejoin(store, court, finding, &smaller, &triage.configuration)?;
    }
    Ok(smaller)
}

/// A program that shows two bugs at once has no single guilty pass. Reduced, it may show but
/// one; then its finding belongs to that bug.
fn rejoin(
    store: &Store,
    court: &dyn Court,
    finding: &Finding,
    smaller: &Smaller,
    configuration: &Configuration,
) -> Result<(), CloserTrouble> {
    let subject = Subject::new(smaller.program.clone_box(), configuration.clone());
    let outcome = triage(court, subject.case(), configuration, &mut Cost::default())?;
    if let Outcome::Known(known) = outcome
        && known.guilt.is_some()
    {
        store.join(finding.id, &known.signature(), &known.title(), &known)?;
    }
    Ok(())
}

/// The triage of a finding, made now if there is none yet.
fn known_triage(
    store: &Store,
    wing: &dyn Wing,
    court: &dyn Court,
    finding: &Finding,
) -> Result<Triage, CloserTrouble> {
    let kept = finding.triage.as_deref().and_then(|json| serde_json::from_str(json).ok());
    if let Some(triage) = kept {
        return Ok(triage);
    }
    match triage_finding(store, wing, court, finding)? {
        Triaged::Joined { triage, .. } => Ok(*triage),
        Triaged::SetApart { reason, .. } => Err(CloserTrouble::NoBug(reason)),
    }
}
