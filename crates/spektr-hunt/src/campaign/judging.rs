//! Workers that judge: lease a block of seeds, make the programs, have them judged, record.

use super::batch::Batch;
use super::{ASKED_FOR_PASSES, PASS_OF, Shared};
use crate::clock::{charged, thread_cpu_micros};
use crate::event::{Broken, Event};
use crate::known::{Cure, cured, cures};
use crate::store::{BatchRecord, Lease, NewFinding, StoreTrouble, block};
use spektr_entropy::Entropy;
use spektr_judge::{Configuration, Health, Judgement, Spent, Stage, Trouble, Verdict};
use std::cell::{Cell, RefCell};
use std::sync::PoisonError;
use std::time::{Duration, Instant};

/// How often a worker looks which bugs are known by now.
const LOOK_FOR_CURES: Duration = Duration::from_secs(5);

/// Of so many blocks, one has its passes listed.
const BLOCKS_PER_LIST_OF_PASSES: u64 = 32;

/// Draws in a row that may hit a compiler which was set aside.
const REDRAWS: u64 = 64;

pub(super) struct Worker<'a, 'w> {
    shared: &'a Shared<'a, 'w>,
    number: usize,
    /// CPU time spent on the store since the last batch was recorded.
    store_micros: Cell<u64>,
    /// Looks in vain for something to judge, in a row.
    waits: Cell<u32>,
    cures: RefCell<(Vec<Cure>, Option<Instant>)>,
}

/// Why a worker cannot go on. Either ends the hunt; the campaign stays as it is.
#[derive(Debug, thiserror::Error)]
pub(super) enum WorkTrouble {
    #[error(transparent)]
    Store(#[from] StoreTrouble),
    #[error(transparent)]
    Judge(#[from] Trouble),
    #[error("{0}")]
    NothingLeft(String),
}

impl WorkTrouble {
    pub(super) fn broken(&self) -> Broken {
        match self {
            WorkTrouble::Store(_) => Broken::Store,
            WorkTrouble::Judge(_) | WorkTrouble::NothingLeft(_) => Broken::Compiler,
        }
    }
}

impl<'a, 'w> Worker<'a, 'w> {
    pub(super) fn new(shared: &'a Shared<'a, 'w>, number: usize) -> Self {
        let cures = RefCell::new((Vec::new(), None));
        Worker { shared, number, store_micros: Cell::new(0), waits: Cell::new(0), cures }
    }

    /// Judges until nothing is left, or somebody wishes to stop.
    pub(super) fn work(&self) {
        loop {
            match self.next() {
                Ok(true) => {}
                Ok(false) => return,
                Err(trouble) => return self.shared.fail(trouble),
            }
        }
    }

    /// The time a record takes is known only once it is written; it goes into the next one.
    fn on_store<T>(&self, work: impl FnOnce() -> T) -> T {
        let mut micros = self.store_micros.get();
        let value = charged(&mut micros, work);
        self.store_micros.set(micros);
        value
    }

    /// Judges one block; false if there is none left.
    fn next(&self) -> Result<bool, WorkTrouble> {
        let Shared { hunt, campaign, owner, .. } = *self.shared;
        if hunt.stop.asked() {
            return Ok(false);
        }
        let Some(mut lease) = self.on_store(|| hunt.store.lease(campaign, owner))? else {
            return self.wait_for_others();
        };
        self.waits.set(0);
        match self.judge_block(&mut lease) {
            Ok(true) => Ok(true),
            Ok(false) => {
                hunt.store.release(lease)?;
                Ok(true)
            }
            Err(trouble) => {
                // The first trouble is the one to report; the lease of a process that ends
                // is taken over in any case.
                drop(hunt.store.release(lease));
                Err(trouble)
            }
        }
    }

    /// Nothing is handed out now. Whoever stays waits for what others may leave; false if all is
    /// judged or nobody wants to wait.
    fn wait_for_others(&self) -> Result<bool, WorkTrouble> {
        let Shared { hunt, campaign, pace, .. } = *self.shared;
        if !hunt.manner.stay || hunt.store.campaign_by_id(campaign.id)?.is_finished() {
            return Ok(false);
        }
        pace.nap_after(self.waits.get());
        self.waits.update(|waits| waits + 1);
        Ok(true)
    }

    /// Judges the seeds of a lease. False if somebody wished to stop meanwhile, so that what
    /// was seen means nothing.
    fn judge_block(&self, lease: &mut Lease) -> Result<bool, WorkTrouble> {
        let Shared { hunt, campaign, .. } = *self.shared;
        let begun = thread_cpu_micros();
        let configuration = self.configuration(lease.first / block(&campaign.settings))?;
        let batch = Batch::gather(hunt.supply, lease.first..lease.end);
        if hunt.stop.asked() && !batch.skipped.is_empty() {
            return Ok(false);
        }
        self.shared.tell(Event::Judging {
            worker: self.number,
            compiler: configuration.compiler.clone(),
            flags: configuration.typed(),
            programs: batch.members.len() as u64,
        });
        let mut record = batch.record(&configuration);
        let judgements = self.judge(&batch, &configuration, &mut record.spent)?;
        if hunt.stop.asked() && judgements.iter().any(|it| it.verdict != Verdict::Pass) {
            return Ok(false);
        }
        if judgements.iter().any(|it| it.verdict != Verdict::Pass) {
            hunt.store.must_have_room()?;
        }
        record.reached = self.learn(&batch, &judgements, &configuration);
        self.ask_for_passes(lease, &batch, &configuration, &mut record);
        self.watch_compiler(&configuration, &judgements)?;
        for (member, judgement) in batch.members.iter().zip(&judgements) {
            match &judgement.verdict {
                Verdict::Pass => {}
                Verdict::Unjudged { why } => {
                    self.check_surroundings(&configuration, why)?;
                    record.programs -= 1;
                    record.skipped += 1;
                    self.shared.tell(Event::Skipped { seed: member.seed, reason: why.clone() });
                }
                verdict => {
                    let (evidence, origin) = (judgement.evidence.as_ref(), member.origin.clone());
                    let (found, case) = ((verdict, evidence), member.case.asked());
                    let new = NewFinding::new(hunt.judge, &case, found, &configuration, origin);
                    let settings = &campaign.settings;
                    record.findings.push(NewFinding {
                        seed: member.seed,
                        policy: settings.policy.clone(),
                        size: settings.size,
                        spektr_version: settings.spektr_version.clone(),
                        ..new
                    });
                }
            }
        }
        let own = thread_cpu_micros() - begun;
        let accounted = batch.generate_micros() + record.spent.micros(Stage::Render);
        record.spent.add(Stage::Other, own.saturating_sub(accounted));
        self.hand_in(lease, &batch, record, &configuration)?;
        Ok(true)
    }

    /// The compiler and flags of a block, without what the compiler does not take, and now and
    /// then with the cures of known bugs on.
    fn configuration(&self, block: u64) -> Result<Configuration, WorkTrouble> {
        let hunt = self.shared.hunt;
        for again in 0..REDRAWS {
            // Another draw only where the compiler of the first was set aside.
            let seed = block ^ again.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut drawn = hunt.judge.draw(seed);
            if Entropy::named(seed, "cured").permille(hunt.judge.shares().cured) {
                drawn = cured(hunt.judge, &self.cures()?, &drawn);
            }
            let checked = self.shared.compilers.check(hunt.judge, &drawn)?;
            for message in checked.remarks {
                self.shared.tell(Event::Trouble { message });
            }
            if let Some(configuration) = checked.usable {
                return Ok(configuration);
            }
            if self.shared.compilers.none_left(hunt.judge) {
                break;
            }
        }
        Err(WorkTrouble::NothingLeft(
            "no compiler works any more: `spektr doctor` checks them, `spektr hunt --resume` goes on"
                .to_owned(),
        ))
    }

    /// What is known to cure bugs by now.
    fn cures(&self) -> Result<Vec<Cure>, WorkTrouble> {
        let mut kept = self.cures.borrow_mut();
        if kept.1.is_none_or(|at| at.elapsed() > LOOK_FOR_CURES) {
            let hunt = self.shared.hunt;
            *kept = (self.on_store(|| cures(hunt.store, hunt.judge))?, Some(Instant::now()));
        }
        Ok(kept.0.clone())
    }

    fn judge(
        &self,
        batch: &Batch,
        configuration: &Configuration,
        spent: &mut Spent,
    ) -> Result<Vec<Judgement>, Trouble> {
        let hunt = self.shared.hunt;
        let mut render = 0;
        let judgements = charged(&mut render, || {
            let compiler = &configuration.compiler;
            // What is learned from must be looked at one by one.
            if hunt.supply.learns() || !self.shared.compilers.can_share(compiler) {
                let judged =
                    batch.cases().into_iter().map(|case| hunt.judge.judge(case, configuration));
                let judged: Vec<Judgement> = judged.collect::<Result<_, _>>()?;
                judged.iter().for_each(|it| *spent += it.spent);
                return Ok::<_, Trouble>(judged);
            }
            let judged = hunt.judge.judge_batch(&batch.cases(), configuration)?;
            *spent += judged.spent;
            let remark = self.shared.compilers.shared(compiler, judged.failed_together);
            if let Some(message) = remark {
                self.shared.tell(Event::Trouble { message });
            }
            Ok(judged.judgements)
        })?;
        spent.add(Stage::Render, render);
        Ok(judgements)
    }

    /// Tells the supply what was reached; all that this hunt has reached in the compiler.
    fn learn(
        &self,
        batch: &Batch,
        judgements: &[Judgement],
        configuration: &Configuration,
    ) -> Option<(String, u64)> {
        let supply = self.shared.hunt.supply;
        let judged = batch.members.iter().zip(judgements);
        let fresh = judged.map(|(member, it)| supply.learn(member, &it.reached)).sum::<u64>();
        if fresh == 0 {
            return None;
        }
        let mut reached = self.shared.reached.lock().unwrap_or_else(PoisonError::into_inner);
        let sum = reached.entry(configuration.compiler.clone()).or_default();
        *sum += fresh;
        Some((configuration.compiler.clone(), *sum))
    }

    /// Counts the passes that run on the first program of some blocks: of so many that it costs
    /// next to nothing, and of the same ones whoever judges them.
    fn ask_for_passes(
        &self,
        lease: &Lease,
        batch: &Batch,
        configuration: &Configuration,
        record: &mut BatchRecord,
    ) {
        let Shared { hunt, campaign, .. } = *self.shared;
        let number = lease.first / block(&campaign.settings);
        let Some(first) = batch.members.first() else { return };
        if !number.is_multiple_of(BLOCKS_PER_LIST_OF_PASSES) {
            return;
        }
        // Trouble is met by whatever is judged next, and told there.
        let asked = hunt.judge.passes(&first.case, configuration, &mut record.spent);
        let Ok(passes) = asked else { return };
        let compiler = &configuration.compiler;
        record.coverage.insert((ASKED_FOR_PASSES, compiler.clone()), 1);
        for pass in passes {
            record.coverage.insert(("pass", format!("{compiler}{PASS_OF}{pass}")), 1);
        }
    }

    fn watch_compiler(
        &self,
        configuration: &Configuration,
        judgements: &[Judgement],
    ) -> Result<(), Trouble> {
        let failed = |it: &Judgement| it.verdict.is_finding();
        let all_failed = !judgements.is_empty() && judgements.iter().all(failed);
        let Shared { hunt, compilers, .. } = self.shared;
        if let Some(message) = compilers.judged(hunt.judge, configuration, all_failed)? {
            self.shared.tell(Event::Trouble { message });
        }
        Ok(())
    }

    /// A program that could not be judged is skipped, unless not even the empty program can
    /// be: then a linker is gone or a disk is full, and going on would only skip seeds.
    fn check_surroundings(
        &self,
        configuration: &Configuration,
        why: &str,
    ) -> Result<(), WorkTrouble> {
        match self.shared.hunt.judge.health(configuration)? {
            Health::Works | Health::RefusesFlags(_) => Ok(()),
            Health::Broken(_) => Err(WorkTrouble::NothingLeft(format!(
                "{} cannot be used any more: {why}; `spektr doctor` checks compilers, \
                 `spektr hunt --resume` goes on",
                configuration.compiler
            ))),
        }
    }

    /// Records a judged batch and tells of it.
    fn hand_in(
        &self,
        lease: &mut Lease,
        batch: &Batch,
        mut record: BatchRecord,
        configuration: &Configuration,
    ) -> Result<(), WorkTrouble> {
        let Shared { hunt, pace, .. } = self.shared;
        record.spent.add(Stage::Store, self.store_micros.take());
        let fresh = self.on_store(|| hunt.store.record(lease, &record))?;
        pace.judged(record.spent.total_micros());
        for (seed, reason) in &batch.skipped {
            self.shared.tell(Event::Skipped { seed: *seed, reason: reason.clone() });
        }
        self.shared.tell(Event::Judged {
            compiler: configuration.compiler.clone(),
            seeds: batch.seeds.end - batch.seeds.start,
            programs: record.programs,
            statements: record.statements,
            executed: record.executed,
            compiles: record.spent.compiles,
            cpu_micros: record.spent.total_micros(),
        });
        for (position, id) in fresh {
            let found = &record.findings[position];
            self.shared.tell(Event::Found {
                finding: id,
                seed: found.seed,
                maker: found.origin.maker.clone(),
                compiler: found.compiler.clone(),
                flags: configuration.typed(),
                verdict: found.verdict.clone(),
                summary: found.summary.clone(),
            });
        }
        Ok(())
    }
}
