//! A closer look at one stored finding: triage it and join it to its bug, or reduce it. Used
//! by hunts and by the commands that a person gives; both leave the same traces in the store.

use crate::Stop;
use crate::clock::{process_cpu_micros, thread_cpu_micros};
use crate::dedup::{Sorted, dedup};
use crate::known;
use crate::reduce::{Refusal, Rules, Step, Validity, reduce};
use crate::same_bug::{Care, SameBug};
use crate::store::{Finding, FindingState, Store, StoreTrouble};
use crate::triage::{Outcome, Triage, triage};
use serde::{Deserialize, Serialize};
use spektr_judge::{Case, Judge, Spent, Stage, Trouble};
use spektr_wing::{Complaint, Program};

/// Why a closer look was not possible.
#[derive(Debug, thiserror::Error)]
pub enum ExamineTrouble {
    #[error(transparent)]
    Store(#[from] StoreTrouble),
    #[error(transparent)]
    Judge(#[from] Trouble),
    #[error("the stored program is no longer understood: {0}")]
    Unreadable(#[from] Complaint),
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("it shows no bug any more: {0}")]
    NoBug(String),
}

impl ExamineTrouble {
    /// Whether the trouble is with this one finding only, so that others can go on.
    pub fn is_local(&self) -> bool {
        !matches!(self, ExamineTrouble::Store(_) | ExamineTrouble::Judge(_))
            && !matches!(self, ExamineTrouble::Refused(Refusal::Trouble(_)))
    }
}

/// What became of a finding.
#[derive(Clone, Debug)]
pub enum Triaged {
    Joined { bug: i64, new: bool, triage: Box<Triage> },
    SetApart { state: FindingState, reason: String },
}

/// Triages a finding and writes down what became of it. A bug that is known is asked first
/// whether its cure helps, which takes one compile instead of many.
pub fn triage_finding(
    store: &Store,
    judge: &Judge<'_>,
    finding: &Finding,
    spent: &mut Spent,
) -> Result<Triaged, ExamineTrouble> {
    let case = Case::of_program(judge.wing().read(&finding.files)?);
    if let Some(triage) = known::recognise(store, judge, finding, &case, spent)? {
        let Sorted { bug, new, triage } = dedup(store, judge, finding.id, &triage)?;
        return Ok(Triaged::Joined { bug, new, triage: Box::new(triage) });
    }
    triage_closely(store, judge, finding, spent)
}

/// The same without asking what is known: what a person gets who wants to know all.
pub fn triage_closely(
    store: &Store,
    judge: &Judge<'_>,
    finding: &Finding,
    spent: &mut Spent,
) -> Result<Triaged, ExamineTrouble> {
    let case = Case::of_program(judge.wing().read(&finding.files)?);
    let (state, reason) = match triage(judge, &case, &finding.configuration(), spent)? {
        Outcome::Known(triage) => {
            let Sorted { bug, new, triage } = dedup(store, judge, finding.id, &triage)?;
            return Ok(Triaged::Joined { bug, new, triage: Box::new(triage) });
        }
        Outcome::Gone => (FindingState::Flaky, "every repeated run was right".to_owned()),
        Outcome::Flaky(why) | Outcome::Unjudged(why) => (FindingState::Flaky, why),
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

impl Reduction {
    /// That of a program which somebody else has made small.
    pub(crate) fn of_given(case: &Case) -> Reduction {
        let size = case.program.size();
        Reduction {
            statements_before: size.statements,
            statements_after: size.statements,
            functions_after: size.functions,
            executed_after: case.execution.steps,
            candidates: 0,
            rejected_by_machine: 0,
            asked: 0,
            compiles: 0,
            cpu_seconds: 0.0,
            cut_short: None,
            triage: None,
        }
    }
}

/// A reduced program with its figures.
pub struct Smaller {
    pub program: Box<dyn Program>,
    pub reduction: Reduction,
    pub spent: Spent,
}

/// A reduction about to be made.
pub struct Reducer<'a, 'w> {
    pub judge: &'a Judge<'w>,
    pub jobs: usize,
    pub stop: &'a Stop,
    /// Called before every question that costs a compile, with what was spent so far: whoever
    /// has more urgent work may make the reduction wait.
    pub before: &'a (dyn Fn(Spent) + Sync),
}

impl Reducer<'_, '_> {
    /// Reduces a program while it shows the bug of `known`. If the reduced program turns
    /// out to show another bug, it is done again with more care.
    pub fn reduce(
        &self,
        program: &dyn Program,
        known: &Triage,
        watch: &mut dyn FnMut(&Step<'_>),
    ) -> Result<Smaller, Refusal> {
        let smaller = self.reduce_with(program, known, Care::Usual, watch)?;
        if !self.slipped(known, &smaller) || self.stop.asked() {
            return Ok(smaller);
        }
        match self.reduce_with(program, known, Care::Strict, watch) {
            Ok(mut careful) => {
                careful.reduction.compiles += smaller.reduction.compiles;
                careful.reduction.cpu_seconds += smaller.reduction.cpu_seconds;
                careful.spent += smaller.spent;
                Ok(careful)
            }
            // The search for the pass gives no steady answer: better small than not at all.
            Err(Refusal::NotInteresting) => Ok(smaller),
            Err(refusal) => Err(refusal),
        }
    }

    fn slipped(&self, known: &Triage, smaller: &Smaller) -> bool {
        let Ok(compiler) = self.judge.compiler(&known.configuration.compiler) else { return false };
        let family = self.judge.family(compiler);
        match (&known.guilt, &smaller.reduction.triage) {
            (Some(before), Some(Triage { guilt: Some(after), .. })) => {
                !before.is_like(after, family)
            }
            _ => false,
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
        let interest = SameBug::new(self.judge, known, care, self.before);
        let validity = match known.class.needs_validity() {
            true => Validity::Required,
            false => Validity::Preferred,
        };
        let rules = Rules { jobs: self.jobs, validity };
        let reduced = reduce(self.judge.wing(), program, &interest, &rules, self.stop, watch)?;
        let mut spent = interest.spent();
        let triage = match &reduced.cut_short {
            None => self.triage_again(reduced.program.as_ref(), known, &mut spent),
            // There is no time left, or no compiler.
            Some(_) => None,
        };
        spent.add(Stage::Machine, clock() - begun);
        let executed_after = Case::of_program(reduced.program.clone_box()).execution.steps;
        let reduction = Reduction {
            statements_before: reduced.before.statements,
            statements_after: reduced.after.statements,
            functions_after: reduced.after.functions,
            executed_after,
            candidates: reduced.tally.candidates,
            rejected_by_machine: reduced.tally.rejected,
            asked: reduced.tally.asked,
            compiles: spent.compiles,
            cpu_seconds: spent.total_micros() as f64 / 1e6,
            cut_short: reduced.cut_short,
            triage,
        };
        let spent = spent.charged_to(Stage::Reduce);
        Ok(Smaller { program: reduced.program, reduction, spent })
    }

    /// Names, values and passes are those of the large program no more. Without an answer
    /// the reduction is as good as before.
    fn triage_again(
        &self,
        program: &dyn Program,
        known: &Triage,
        spent: &mut Spent,
    ) -> Option<Triage> {
        let case = Case::of_program(program.clone_box());
        match triage(self.judge, &case, &known.configuration, spent) {
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
    reducer: &Reducer<'_, '_>,
    finding: &Finding,
    spent: &mut Spent,
    watch: &mut dyn FnMut(&Step<'_>),
) -> Result<ReducedFinding, ExamineTrouble> {
    let judge = reducer.judge;
    let mut known = known_triage(store, judge, finding, spent)?;
    if known.by_cure {
        // What was only recognised has never been looked at closely.
        let case = Case::of_program(judge.wing().read(&finding.files)?);
        if let Outcome::Known(triage) = triage(judge, &case, &known.configuration, spent)? {
            known = *triage;
        }
    }
    let mut lost = None;
    let mut keep = |step: &Step<'_>| {
        if let Err(trouble) = store.keep_step(finding.id, &step.program.files()) {
            lost.get_or_insert(trouble);
        }
        watch(step);
    };
    // A reduction that was cut short, or killed, is gone on with. If it was made on a compiler
    // that is no longer the one to talk about, it may show nothing there.
    let mut smaller = Err(Refusal::NotInteresting);
    for files in finding.reduced.iter().chain([&finding.files]) {
        let program = judge.wing().read(files)?;
        smaller = reducer.reduce(program.as_ref(), &known, &mut keep);
        if !matches!(smaller, Err(Refusal::NotInteresting)) {
            break;
        }
    }
    let smaller = smaller?;
    *spent += smaller.spent;
    if let Some(trouble) = lost {
        return Err(trouble.into());
    }
    store.keep_reduction(finding.id, &smaller.program.files(), &smaller.reduction)?;
    let triage = match &smaller.reduction.triage {
        Some(triage) if known.guilt.is_none() && triage.guilt.is_some() => triage,
        _ => &known,
    };
    let before = store.finding(finding.id)?.bug;
    let Sorted { bug, new, triage } = dedup(store, judge, finding.id, triage)?;
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

pub(crate) fn kept_triage(finding: &Finding) -> Option<Triage> {
    finding.triage.as_deref().and_then(|json| serde_json::from_str(json).ok())
}

/// The triage of a finding, made now if there is none yet.
pub(crate) fn known_triage(
    store: &Store,
    judge: &Judge<'_>,
    finding: &Finding,
    spent: &mut Spent,
) -> Result<Triage, ExamineTrouble> {
    if let Some(triage) = kept_triage(finding) {
        return Ok(triage);
    }
    match triage_finding(store, judge, finding, spent)? {
        Triaged::Joined { triage, .. } => Ok(*triage),
        Triaged::SetApart { reason, .. } => Err(ExamineTrouble::NoBug(reason)),
    }
}
