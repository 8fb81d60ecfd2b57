//! What a worker does with findings: triage each, reduce the first of each bug. Works from
//! the store, so that what a killed hunt left undone is done by the next.

use super::worker::{WorkTrouble, Worker};
use crate::closer::{CloserTrouble, Reducer, Triaged, reduce_finding, triage_finding};
use crate::event::Event;
use crate::store::Finding;

impl Worker<'_> {
    /// Triages or reduces one finding; false if there is none to look at.
    pub(super) fn look_closer(&self) -> Result<bool, WorkTrouble> {
        let (store, manner) = (self.hunt.store, &self.hunt.manner);
        if !manner.triage {
            return Ok(false);
        }
        if let Some(finding) = store.claim_untriaged(self.owner)? {
            let outcome = self.triage(&finding);
            return self.unless_local(&finding, outcome).map(|()| true);
        }
        if manner.reductions_per_bug == 0 {
            return Ok(false);
        }
        match store.claim_unreduced(self.owner, manner.reductions_per_bug)? {
            Some(finding) => {
                let outcome = self.reduce(&finding);
                self.unless_local(&finding, outcome).map(|()| true)
            }
            None => Ok(false),
        }
    }

    fn triage(&self, finding: &Finding) -> Result<(), CloserTrouble> {
        let hunt = self.hunt;
        let id = finding.id;
        match triage_finding(hunt.store, hunt.wing, hunt.court, finding)? {
            Triaged::Joined { bug, new, triage } => {
                let title = triage.title();
                self.tell(Event::Triaged { finding: id, bug, new_bug: new, title });
            }
            Triaged::SetApart { state, reason } => {
                let state = state.name().to_owned();
                self.tell(Event::SetApart { finding: id, state, reason });
            }
        }
        Ok(hunt.store.unclaim(id)?)
    }

    fn reduce(&self, finding: &Finding) -> Result<(), CloserTrouble> {
        let hunt = self.hunt;
        let id = finding.id;
        // One thread: the other workers have findings and seeds of their own.
        let reducer = Reducer { wing: hunt.wing, court: hunt.court, jobs: 1, stop: hunt.stop };
        let reduced = reduce_finding(hunt.store, &reducer, finding, &mut |step| {
            let (statements, asked) = (step.size.statements, step.tally.asked);
            self.tell(Event::Reducing { finding: id, statements, asked });
        })?;
        let reduction = reduced.smaller.reduction;
        self.tell(Event::Reduced {
            finding: id,
            before: reduction.statements_before,
            after: reduction.statements_after,
            compiles: reduction.compiles,
            cpu_seconds: reduction.cpu_seconds,
        });
        if reduced.moved {
            let (bug, new_bug, title) = (reduced.bug, reduced.new_bug, reduced.title);
            self.tell(Event::Moved { finding: id, bug, new_bug, title });
        }
        Ok(hunt.store.unclaim(id)?)
    }

    /// Trouble with one finding is told and the finding left alone; other trouble ends the
    /// hunt.
    fn unless_local(
        &self,
        finding: &Finding,
        outcome: Result<(), CloserTrouble>,
    ) -> Result<(), WorkTrouble> {
        match outcome {
            Err(trouble) if trouble.is_local() => {
                let message = format!("finding {}: {trouble}", finding.id);
                self.hunt.store.give_up(finding.id, &trouble.to_string())?;
                self.tell(Event::Trouble { message });
                Ok(())
            }
            Err(CloserTrouble::Store(trouble)) => Err(trouble.into()),
            Err(CloserTrouble::Court(trouble)) => Err(trouble.into()),
            Err(trouble) => Err(crate::court::CourtTrouble(trouble.to_string()).into()),
            Ok(()) => Ok(()),
        }
    }
}
