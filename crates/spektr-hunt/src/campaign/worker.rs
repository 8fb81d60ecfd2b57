//! One worker: takes whatever is most useful next until nothing is left. Findings come first
//! (a person waits for them), then new seeds.

use super::Hunt;
use super::batch::{Batch, finding};
use crate::clock::{charged, thread_cpu_micros};
use crate::court::{Case, Configuration, Cost, CourtTrouble, Opinion};
use crate::event::{Broken, Event};
use crate::store::{BatchRecord, Campaign, Lease, Owner, Stage, StoreTrouble};
use spektr_entropy::Entropy;
use spektr_judge::{Verdict, VerdictClass};
use spektr_wing::Fuel;
use std::cell::Cell;
use std::sync::mpsc::Sender;

pub(super) struct Worker<'a> {
    pub(super) hunt: &'a Hunt<'a>,
    pub(super) campaign: &'a Campaign,
    pub(super) owner: &'a Owner,
    events: Sender<Event>,
    /// CPU time spent on the store since the last batch was recorded.
    store_micros: Cell<u64>,
}

/// Why a worker cannot go on. Either ends the hunt; the campaign stays as it is.
#[derive(Debug, thiserror::Error)]
pub(super) enum WorkTrouble {
    #[error(transparent)]
    Store(#[from] StoreTrouble),
    #[error(transparent)]
    Court(#[from] CourtTrouble),
}

impl WorkTrouble {
    fn broken(&self) -> Broken {
        match self {
            WorkTrouble::Store(_) => Broken::Store,
            WorkTrouble::Court(_) => Broken::Compiler,
        }
    }
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        hunt: &'a Hunt<'a>,
        campaign: &'a Campaign,
        owner: &'a Owner,
        events: Sender<Event>,
    ) -> Self {
        Worker { hunt, campaign, owner, events, store_micros: Cell::new(0) }
    }

    /// The receiver lives as long as any worker, so that telling cannot fail.
    pub(super) fn tell(&self, event: Event) {
        drop(self.events.send(event));
    }

    /// The time a record takes is known only once it is written; it goes into the next one.
    fn on_store<T>(&self, work: impl FnOnce() -> T) -> T {
        let mut micros = self.store_micros.get();
        let value = charged(&mut micros, work);
        self.store_micros.set(micros);
        value
    }

    pub(super) fn work(&self) {
        loop {
            match self.next() {
                Ok(true) => {}
                Ok(false) => return,
                Err(trouble) => {
                    // The others would run into the same trouble, one by one.
                    self.hunt.stop.ask();
                    let broken = trouble.broken();
                    self.tell(Event::Failed { broken, message: trouble.to_string() });
                    return;
                }
            }
        }
    }

    /// Does one piece of work; false if there is none left.
    fn next(&self) -> Result<bool, WorkTrouble> {
        if self.hunt.stop.asked() {
            return Ok(false);
        }
        if self.look_closer()? {
            return Ok(true);
        }
        match self.on_store(|| self.hunt.store.lease(self.campaign, self.owner))? {
            Some(lease) => self.judge(lease).map(|()| true),
            None => Ok(false),
        }
    }

    /// Judges the seeds of a lease; what is not judged is given back.
    fn judge(&self, mut lease: Lease) -> Result<(), WorkTrouble> {
        while lease.first < lease.end {
            if self.hunt.stop.asked() {
                return Ok(self.hunt.store.release(lease)?);
            }
            if let Err(trouble) = self.judge_batch(&mut lease) {
                // The first trouble is the one to report; the lease of a process that ends
                // is taken over in any case.
                drop(self.hunt.store.release(lease));
                return Err(trouble);
            }
        }
        Ok(())
    }

    fn judge_batch(&self, lease: &mut Lease) -> Result<(), WorkTrouble> {
        let begun = thread_cpu_micros();
        let first = lease.first;
        let settings = &self.campaign.settings;
        let batch = Batch::gather(self.hunt.wing, settings, first..lease.end);
        let configuration = self.hunt.court.draw(&mut Entropy::named(first, "configuration"));
        let mut record = batch.record(&configuration);
        let mut cost = Cost::default();
        let opinions = self.opinions(&batch, &configuration, &mut cost)?;
        if opinions.iter().any(|opinion| opinion.verdict != Verdict::Pass) {
            self.hunt.store.must_have_room()?;
        }
        for (member, opinion) in batch.members.iter().zip(opinions) {
            match &opinion.verdict {
                Verdict::Pass => {}
                Verdict::Unjudged { why } => {
                    self.check_surroundings(&configuration, why, &mut cost)?;
                    record.programs -= 1;
                    record.skipped += 1;
                    self.tell(Event::Skipped { seed: member.seed, reason: why.clone() });
                }
                _ => record.findings.push(finding(member, opinion, &configuration, settings)),
            }
        }
        charge(&mut record, cost, thread_cpu_micros() - begun);
        record.cpu_micros.insert(Stage::Store, self.store_micros.take());
        let fresh = self.on_store(|| self.hunt.store.record(lease, &record))?;
        for (seed, reason) in batch.skipped {
            self.tell(Event::Skipped { seed, reason });
        }
        self.tell(Event::Judged {
            seeds: batch.end - first,
            programs: record.programs,
            statements: record.statements,
            executed: record.executed,
            compiles: record.compiles,
            cpu_micros: record.cpu_micros.values().sum(),
        });
        for (position, id) in fresh {
            let found = &record.findings[position];
            self.tell(Event::Found {
                finding: id,
                seed: found.seed,
                compiler: found.compiler.clone(),
                flags: found.flags.clone(),
                verdict: found.verdict.clone(),
                summary: found.summary.clone(),
            });
        }
        Ok(())
    }

    fn opinions(
        &self,
        batch: &Batch,
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Vec<Opinion>, CourtTrouble> {
        if batch.members.is_empty() {
            return Ok(Vec::new());
        }
        let cases: Vec<_> = batch.members.iter().map(|member| member.case()).collect();
        self.hunt.court.hear(&cases, configuration, cost)
    }

    /// A program that could not be judged is skipped, unless not even the empty program can
    /// be: then a linker is gone or a disk is full, and going on would only skip seeds.
    fn check_surroundings(
        &self,
        configuration: &Configuration,
        why: &str,
        cost: &mut Cost,
    ) -> Result<(), CourtTrouble> {
        let empty = self.hunt.wing.empty();
        let execution = empty.run(Fuel::default());
        let case = Case { program: empty.as_ref(), execution: &execution };
        match self.hunt.court.glance(case, configuration, cost)?.class() {
            VerdictClass::Unjudged => Err(CourtTrouble(format!(
                "{} cannot be used any more: {why}; `spektr doctor` checks compilers, \
                 `spektr hunt --resume` goes on",
                configuration.compiler
            ))),
            _ => Ok(()),
        }
    }
}

/// Writes a batch's costs into its record. What this thread used beyond generating and
/// rendering is work of the hunt itself.
fn charge(record: &mut BatchRecord, cost: Cost, own_micros: u64) {
    record.compiles += cost.compiles;
    let generate = record.cpu_micros.get(&Stage::Generate).copied().unwrap_or(0);
    let mut add = |stage, micros| *record.cpu_micros.entry(stage).or_default() += micros;
    add(Stage::Render, cost.render_micros);
    add(Stage::Compile, cost.compile_micros);
    add(Stage::Run, cost.run_micros);
    add(Stage::Settle, cost.settle_micros);
    add(Stage::Other, own_micros.saturating_sub(generate + cost.render_micros));
}
