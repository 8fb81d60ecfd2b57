//! A closer look at one stored finding: triage it and join it to its bug, or reduce it. Used
//! by hunts and by the commands that a person gives; both leave the same traces in the store.

use crate::Stop;
use crate::clock::{process_cpu_micros, thread_cpu_micros};
use crate::court::{Case, Configuration, Cost, Court, CourtTrouble, needs_validity};
use crate::reduce::{Refusal, Rules, Step, reduce};
use crate::sort::{Sorted, sort};
use crate::store::{Finding, FindingState, Store, StoreTrouble};
use crate::triage::{Care, Outcome, SameBug, Triage, triage};
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
        let execution = program.trial(Fuel::default());
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
            let Sorted { bug, new, triage } = sort(store, wing, finding.id, &triage)?;
            return Ok(Triaged::Joined { bug, new, triage: Box::new(triage) });
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
    /// What is known about the reduced program itself.
    pub triage: Option<Triage>,
}

/// A reduced program with its figures.
pub struct Smaller {
    pub program: Box<dyn Program>,
    pub reduction: Reduction,
}

/// A reduction about to be made.
pub struct Reducer<'a> {
    pub wing: &'a dyn Wing,
    pub court: &'a dyn Court,
    pub jobs: usize,
    pub stop: &'a Stop,
}

impl Reducer<'_> {
    /// Reduces a program while it shows the bug of `known`. If the reduced program turns
    /// out to show another bug, it is done again with more care.
    pub fn reduce(
        &self,
        program: &dyn Program,
        known: &Triage,
        watch: &mut dyn FnMut(&Step<'_>),
    ) -> Result<Smaller, Refusal> {
        let smaller = self.reduce_with(program, known, Care::Usual, watch)?;
        let slipped = match (&known.guilt, &smaller.reduction.triage) {
            (Some(before), Some(Triage { guilt: Some(after), .. })) => !before.is_like(after),
            _ => false,
        };
        if !slipped || self.stop.asked() {
            return Ok(smaller);
        }
        match self.reduce_with(program, known, Care::Strict, watch) {
            Ok(mut careful) => {
                careful.reduction.compiles += smaller.reduction.compiles;
                careful.reduction.cpu_seconds += smaller.reduction.cpu_seconds;
                Ok(careful)
            }
            // The search for the pass gives no steady answer: better small than not at all.
            Err(Refusal::NotInteresting) => Ok(smaller),
            Err(refusal) => Err(refusal),
        }
    }

    fn reduce_with(
        &self,
        program: &dyn Program,
        known: &Triage,
        care: Care,
        watch: &mut dyn FnMut(&Step<'_>),
    ) -> Result<Smaller, Refusal> {
        // One thread of a hunt has the others beside it, whose time is not its own.
        let clock = if self.jobs == 1 { thread_cpu_micros } else { process_cpu_micros };
        let begun = clock();
        let interest = SameBug::new(self.court, known, care);
        let rules = Rules { jobs: self.jobs, must_be_valid: needs_validity(known.class) };
        let reduced = reduce(self.wing, program, &interest, &rules, self.stop, watch)?;
        let mut cost = interest.cost();
        let triage = self.triage_again(reduced.program.as_ref(), known, &mut cost);
        let own_micros = clock() - begun;
        let micros = cost.compile_micros + cost.run_micros + cost.settle_micros + own_micros;
        let reduction = Reduction {
            statements_before: reduced.before.statements,
            statements_after: reduced.after.statements,
            functions_after: reduced.after.functions,
            executed_after: reduced.program.trial(Fuel::default()).steps,
            candidates: reduced.tally.candidates,
            rejected_by_machine: reduced.tally.rejected,
            asked: reduced.tally.asked,
            compiles: cost.compiles,
            cpu_seconds: micros as f64 / 1e6,
            cut_short: reduced.cut_short,
            triage,
        };
        Ok(Smaller { program: reduced.program, reduction })
    }

    /// Names, values and passes are those of the large program no more. Without an answer
    /// the reduction is as good as before.
    fn triage_again(
        &self,
        program: &dyn Program,
        known: &Triage,
        cost: &mut Cost,
    ) -> Option<Triage> {
        let subject = Subject::new(program.clone_box(), known.configuration.clone());
        match triage(self.court, subject.case(), &known.configuration, cost) {
            Ok(Outcome::Known(triage)) => Some(*triage),
            _ => None,
        }
    }
}

/// A finding that was reduced, and the bug that it belongs to by what was left of it.
pub struct ReducedFinding {
    pub smaller: Smaller,
    pub bug: i64,
    pub new_bug: bool,
    /// Whether it was taken for another bug until then.
    pub moved: bool,
    pub title: String,
}

/// Reduces a triaged finding, keeps the result and sorts the finding by it. A program that
/// shows two bugs at once has no single guilty pass; reduced, it may show but one, and then
/// belongs to that bug. So does a program that shows two bugs of one pass.
pub fn reduce_finding(
    store: &Store,
    reducer: &Reducer<'_>,
    finding: &Finding,
    watch: &mut dyn FnMut(&Step<'_>),
) -> Result<ReducedFinding, CloserTrouble> {
    let known = known_triage(store, reducer.wing, reducer.court, finding)?;
    let mut lost = None;
    let mut keep = |step: &Step<'_>| {
        if let Err(trouble) = store.keep_step(finding.id, &step.program.text()) {
            lost.get_or_insert(trouble);
        }
        watch(step);
    };
    // A reduction that was cut short, or killed, is gone on with. If it was made on a compiler
    // that is no longer the one to talk about, it may show nothing there.
    let mut smaller = Err(Refusal::NotInteresting);
    for text in finding.reduced.iter().chain([&finding.program]) {
        let program = reducer.wing.parse(text)?;
        smaller = reducer.reduce(program.as_ref(), &known, &mut keep);
        if !matches!(smaller, Err(Refusal::NotInteresting)) {
            break;
        }
    }
    let smaller = smaller?;
    if let Some(trouble) = lost {
        return Err(trouble.into());
    }
    store.keep_reduction(finding.id, &smaller.program.text(), &smaller.reduction)?;
    let triage = match &smaller.reduction.triage {
        Some(triage) if known.guilt.is_none() && triage.guilt.is_some() => triage,
        _ => &known,
    };
    let before = store.finding(finding.id)?.bug;
    let Sorted { bug, new, triage } = sort(store, reducer.wing, finding.id, triage)?;
    let moved = before != Some(bug);
    Ok(ReducedFinding { smaller, bug, new_bug: new, moved, title: triage.title() })
}

/// What is known about the program that a report of this finding shows: the reduced one, where
/// there is one and it was looked at, else the one that was found.
pub(crate) fn triage_to_report(finding: &Finding) -> Option<Triage> {
    let reduction = finding.reduction.as_deref().filter(|_| finding.reduced.is_some());
    let reduction = reduction.and_then(|json| serde_json::from_str::<Reduction>(json).ok());
    reduction.and_then(|reduction| reduction.triage).or_else(|| kept_triage(finding))
}

/// The compiler on which the bug of a finding is shown: that of the last triage, and before
/// the first one that of the hunt.
pub fn compiler_of(finding: &Finding) -> String {
    let triage = triage_to_report(finding);
    triage.map_or_else(|| finding.compiler.clone(), |triage| triage.configuration.compiler)
}

fn kept_triage(finding: &Finding) -> Option<Triage> {
    finding.triage.as_deref().and_then(|json| serde_json::from_str(json).ok())
}

/// The triage of a finding, made now if there is none yet.
pub(crate) fn known_triage(
    store: &Store,
    wing: &dyn Wing,
    court: &dyn Court,
    finding: &Finding,
) -> Result<Triage, CloserTrouble> {
    if let Some(triage) = kept_triage(finding) {
        return Ok(triage);
    }
    match triage_finding(store, wing, court, finding)? {
        Triaged::Joined { triage, .. } => Ok(*triage),
        Triaged::SetApart { reason, .. } => Err(CloserTrouble::NoBug(reason)),
    }
}
