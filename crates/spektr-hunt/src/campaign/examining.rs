//! Workers that look closer at findings: triage each, reduce the first of each bug. They work
//! from the store, so that what a killed hunt left undone is done by the next, and keep to
//! their share of the CPU time while there is something to judge.

use super::Shared;
use super::judging::WorkTrouble;
use crate::event::{Event, Examination};
use crate::examine::{ExamineTrouble, Reducer, Triaged, reduce_finding, triage_finding};
use crate::store::Finding;
use spektr_judge::{Spent, Stage};
use std::sync::Mutex;

pub(super) struct Examiner<'a, 'w> {
    shared: &'a Shared<'a, 'w>,
}

impl<'a, 'w> Examiner<'a, 'w> {
    pub(super) fn new(shared: &'a Shared<'a, 'w>) -> Self {
        Examiner { shared }
    }

    /// Looks at findings until nothing is left to judge and to look at, or somebody wishes to
    /// stop.
    pub(super) fn work(&self) {
        let Shared { hunt, pace, .. } = self.shared;
        let mut idle = 0;
        loop {
            pace.wait_for_turn(hunt.stop);
            if hunt.stop.asked() {
                return;
            }
            // Asked before the look, so that what the last batch brought is still seen.
            let last_time = pace.is_judging_over();
            match self.next() {
                Ok(true) => idle = 0,
                Ok(false) if last_time => return,
                Ok(false) => {
                    pace.nap_after(idle);
                    idle += 1;
                }
                Err(trouble) => return self.shared.fail(trouble),
            }
        }
    }

    /// Triages or reduces one finding; false if there is none to look at.
    fn next(&self) -> Result<bool, WorkTrouble> {
        let Shared { hunt, owner, .. } = *self.shared;
        let able = hunt.able();
        if let Some(finding) = hunt.store.claim_untriaged(owner, &able)? {
            self.examine(&finding, Examination::Triage)?;
            return Ok(true);
        }
        let per_bug = hunt.manner.reductions_per_bug;
        if per_bug == 0 {
            return Ok(false);
        }
        match hunt.store.claim_unreduced(owner, &able, per_bug)? {
            Some(finding) => self.examine(&finding, Examination::Reduction).map(|()| true),
            None => Ok(false),
        }
    }

    fn examine(&self, finding: &Finding, work: Examination) -> Result<(), WorkTrouble> {
        let compiler = finding.compiler.clone();
        self.shared.tell(Event::Examining { finding: finding.id, compiler, work });
        let mut spent = Spent::default();
        let (outcome, stage) = match work {
            Examination::Triage => (self.triage(finding, &mut spent), Stage::Triage),
            Examination::Reduction => (self.reduce(finding, &mut spent), Stage::Reduce),
        };
        let spent = spent.charged_to(stage);
        self.shared.hunt.store.charge(finding.campaign, &spent)?;
        if work == Examination::Triage {
            self.shared.pace.examined(spent.total_micros());
        }
        let (compiles, cpu_micros) = (spent.compiles, spent.total_micros());
        self.shared.tell(Event::Examined { work, compiles, cpu_micros });
        self.unless_local(finding, outcome)
    }

    fn triage(&self, finding: &Finding, spent: &mut Spent) -> Result<(), ExamineTrouble> {
        let hunt = self.shared.hunt;
        let id = finding.id;
        let triaged = triage_finding(hunt.store, hunt.judge, finding, spent)?;
        if hunt.stop.asked() {
            // Whatever was seen last may have been cut short.
            return Ok(hunt.store.unclaim(id)?);
        }
        match triaged {
            Triaged::Joined { bug, new, triage } => {
                let (title, known) = (triage.title(), triage.by_cure);
                self.shared.tell(Event::Triaged { finding: id, bug, new_bug: new, known, title });
            }
            Triaged::SetApart { state, reason } => {
                let state = state.name().to_owned();
                self.shared.tell(Event::SetApart { finding: id, state, reason });
            }
        }
        Ok(hunt.store.unclaim(id)?)
    }

    fn reduce(&self, finding: &Finding, spent: &mut Spent) -> Result<(), ExamineTrouble> {
        let Shared { hunt, pace, .. } = self.shared;
        let id = finding.id;
        let told = Mutex::new(0);
        let before = |so_far: Spent| {
            let mut told = told.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            pace.examined(so_far.total_micros().saturating_sub(*told));
            *told = so_far.total_micros();
            drop(told);
            pace.wait_for_turn(hunt.stop);
        };
        // One thread: the other workers have findings and seeds of their own.
        let reducer = Reducer { judge: hunt.judge, jobs: 1, stop: hunt.stop, before: &before };
        let reduced = reduce_finding(hunt.store, &reducer, finding, spent, &mut |step| {
            let (statements, asked) = (step.size.statements, step.tally.asked);
            self.shared.tell(Event::Reducing { finding: id, statements, asked });
        })?;
        let reduction = reduced.smaller.reduction;
        self.shared.tell(Event::Reduced {
            finding: id,
            before: reduction.statements_before,
            after: reduction.statements_after,
            compiles: reduction.compiles,
            cpu_seconds: reduction.cpu_seconds,
            cut_short: reduction.cut_short,
        });
        if reduced.moved {
            let (bug, new_bug, title) = (reduced.bug, reduced.new_bug, reduced.title);
            self.shared.tell(Event::Moved { finding: id, bug, new_bug, title });
        }
        Ok(hunt.store.unclaim(id)?)
    }

    /// Trouble with one finding is told and the finding left alone; other trouble ends the
    /// hunt. Nothing that happens after the wish to stop is held against a finding.
    fn unless_local(
        &self,
        finding: &Finding,
        outcome: Result<(), ExamineTrouble>,
    ) -> Result<(), WorkTrouble> {
        let hunt = self.shared.hunt;
        match outcome {
            Ok(()) => Ok(()),
            Err(_) if hunt.stop.asked() => Ok(hunt.store.unclaim(finding.id)?),
            Err(trouble) if trouble.is_local() => {
                let message = format!("finding {}: {trouble}", finding.id);
                hunt.store.give_up(finding.id, &trouble.to_string())?;
                self.shared.tell(Event::Trouble { message });
                Ok(())
            }
            Err(ExamineTrouble::Store(trouble)) => Err(trouble.into()),
            Err(ExamineTrouble::Judge(trouble)) => Err(trouble.into()),
            Err(trouble) => Err(WorkTrouble::NothingLeft(trouble.to_string())),
        }
    }
}
