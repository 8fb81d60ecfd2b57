//! Two compilers on the same programs with the same flags: only what the second gets wrong and
//! the first does not. A program costs one compile; the first compiler is asked only where the
//! second fails.

use crate::examine::Reducer;
use crate::store::block;
use crate::supply::{Supplied, Supply};
use crate::triage::{Outcome, triage};
use crate::{Stop, campaign};
use spektr_judge::{Configuration, Health, Judge, Spent, Trouble, Verdict};
use spektr_wing::SourceFile;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// What is compared.
pub struct Comparing<'a, 'w> {
    pub judge: &'a Judge<'w>,
    pub supply: &'a dyn Supply,
    /// Names of the compilers.
    pub old: &'a str,
    pub new: &'a str,
    pub seeds: Range<u64>,
    pub size: Option<u32>,
    pub jobs: usize,
    /// Reduce the first program of each new bug.
    pub reduce: bool,
    pub stop: &'a Stop,
}

/// What came out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    pub programs: u64,
    /// Seeds without a program, or with one that could not be judged.
    pub skipped: u64,
    /// Failures that the old compiler shows too.
    pub shared: u64,
    /// Failures with flags that the old compiler does not take.
    pub undecided: u64,
    /// Failures that did not repeat.
    pub flaky: u64,
    pub new: Vec<NewBug>,
    /// The wish to stop came before the last seed.
    pub cut_short: bool,
}

/// Something that the old compiler gets right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewBug {
    pub signature: String,
    pub title: String,
    /// Programs that show it.
    pub programs: u64,
    pub first_seed: u64,
    /// The flags, as a person types them.
    pub flags: String,
    pub files: Vec<SourceFile>,
}

/// A program that only the new compiler gets wrong.
struct Failure {
    supplied: Supplied,
    configuration: Configuration,
}

#[derive(Default)]
struct Tally {
    comparison: Comparison,
    failures: Vec<Failure>,
    trouble: Option<Trouble>,
}

impl Comparing<'_, '_> {
    /// Judges all seeds; then looks closer at what is new.
    pub fn run(&self) -> Result<Comparison, Trouble> {
        let tally = Mutex::new(Tally::default());
        let (next, width) = (AtomicU64::new(self.seeds.start), self.block());
        let usable = Mutex::new(BTreeMap::new());
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                scope.spawn(|| {
                    while !self.stop.asked() {
                        let first = next.fetch_add(width, Ordering::Relaxed);
                        if first >= self.seeds.end {
                            return;
                        }
                        let seeds = first..self.seeds.end.min(first + width);
                        if let Err(trouble) = self.block_of(seeds, &usable, &tally) {
                            self.stop.ask();
                            lock(&tally).trouble.get_or_insert(trouble);
                        }
                    }
                });
            }
        });
        let Tally { mut comparison, mut failures, trouble } =
            tally.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(trouble) = trouble {
            return Err(trouble);
        }
        comparison.cut_short = self.stop.asked();
        failures.sort_by_key(|failure| failure.supplied.seed);
        self.look_closer(&failures, &mut comparison)?;
        Ok(comparison)
    }

    /// Seeds that share flags and an experiment.
    fn block(&self) -> u64 {
        block(&campaign::settings(self.judge, self.supply, None, self.size))
    }

    fn block_of(
        &self,
        seeds: Range<u64>,
        usable: &Mutex<BTreeMap<String, bool>>,
        tally: &Mutex<Tally>,
    ) -> Result<(), Trouble> {
        let configuration = self.draw(seeds.start, usable)?;
        let mut members = Vec::new();
        for seed in seeds {
            match self.supply.supply(seed) {
                Ok(supplied) => members.push(supplied),
                Err(_) => lock(tally).comparison.skipped += 1,
            }
        }
        let cases: Vec<_> = members.iter().map(|member| &member.case).collect();
        let judged = self.judge.judge_batch(&cases, &configuration)?;
        for (supplied, judgement) in members.into_iter().zip(judged.judgements) {
            let mut outcome = Comparison { programs: 1, ..Comparison::default() };
            let mut failure = None;
            match &judgement.verdict {
                Verdict::Unjudged { .. } => outcome = Comparison { skipped: 1, ..outcome },
                verdict if verdict.is_finding() => {
                    match self.old_fares(&supplied, &configuration, verdict)? {
                        Some(true) => outcome.shared = 1,
                        None => outcome.undecided = 1,
                        Some(false) => {
                            let configuration = configuration.clone();
                            failure = Some(Failure { supplied, configuration });
                        }
                    }
                }
                _ => {}
            }
            let mut tally = lock(tally);
            tally.comparison.add(&outcome);
            tally.failures.extend(failure);
        }
        Ok(())
    }

    /// Flags for a block, of the new compiler; without those that it does not take.
    fn draw(
        &self,
        seed: u64,
        usable: &Mutex<BTreeMap<String, bool>>,
    ) -> Result<Configuration, Trouble> {
        let targets = self.judge.targets();
        let target = targets.iter().find(|it| it.compiler.name == self.new);
        let drawn = match target {
            Some(target) => target.draw(seed, self.judge.shares().usual),
            None => Configuration::new(self.new, Vec::new()),
        };
        let mut flags = Vec::new();
        for flag in drawn.flags {
            let alone = Configuration::new(self.new, vec![flag.clone()]);
            let known = lock(usable).get(&alone.typed()).copied();
            let good = match known {
                Some(good) => good,
                None => {
                    let good = matches!(self.judge.health(&alone)?, Health::Works);
                    lock(usable).insert(alone.typed(), good);
                    good
                }
            };
            if good {
                flags.push(flag);
            }
        }
        Ok(Configuration::new(self.new, flags))
    }

    /// Whether the old compiler fails in the same way; `None` if it does not take the flags.
    fn old_fares(
        &self,
        supplied: &Supplied,
        configuration: &Configuration,
        new: &Verdict,
    ) -> Result<Option<bool>, Trouble> {
        let old = Configuration::new(self.old, configuration.flags.clone());
        if !matches!(self.judge.health(&old)?, Health::Works) {
            return Ok(None);
        }
        let verdict = self.judge.judge(&supplied.case, &old)?.verdict;
        Ok(Some(verdict.class() == new.class()))
    }

    /// Joins failures into bugs by what is guilty, and makes the first program of each small.
    fn look_closer(&self, failures: &[Failure], into: &mut Comparison) -> Result<(), Trouble> {
        let mut bugs: BTreeMap<String, NewBug> = BTreeMap::new();
        for Failure { supplied, configuration } in failures {
            let case = &supplied.case;
            let known = match triage(self.judge, case, configuration, &mut Spent::default())? {
                Outcome::Known(known) => known,
                Outcome::Gone | Outcome::Flaky(_) | Outcome::Unjudged(_) | Outcome::OurFault(_) => {
                    into.flaky += 1;
                    continue;
                }
            };
            let family = self.judge.family(self.judge.compiler(&known.configuration.compiler)?);
            let signature = known.signature(family);
            if let Some(bug) = bugs.get_mut(&signature) {
                bug.programs += 1;
                continue;
            }
            let mut files = case.program.files();
            if self.reduce && !self.stop.asked() {
                let reducer = Reducer {
                    judge: self.judge,
                    jobs: self.jobs,
                    stop: self.stop,
                    before: &|_| {},
                };
                // What cannot be reduced is told as it is.
                if let Ok(smaller) = reducer.reduce(case.program.as_ref(), &known, &mut |_| {}) {
                    files = smaller.program.files();
                }
            }
            let bug = NewBug {
                signature: signature.clone(),
                title: known.title(),
                programs: 1,
                first_seed: supplied.seed,
                flags: known.configuration.typed(),
                files,
            };
            bugs.insert(signature, bug);
        }
        into.new = bugs.into_values().collect();
        into.new.sort_by_key(|bug| bug.first_seed);
        Ok(())
    }
}

impl Comparison {
    fn add(&mut self, other: &Comparison) {
        self.programs += other.programs * u64::from(other.skipped == 0);
        self.skipped += other.skipped;
        self.shared += other.shared;
        self.undecided += other.undecided;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
