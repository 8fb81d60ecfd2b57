//! The driver: delta debugging over groups of edits, largest first, in waves. All members of
//! a wave start from the same ground, so they can be asked about in parallel; the wins of a
//! wave are then merged in order.

use super::attempt::{Candidate, Ground, fingerprint};
use super::{Interest, Reduced, STOPPED, Step, Tally};
use crate::Stop;
use spektr_judge::Case;
use spektr_wing::{Edit, Execution, Fuel, Program, Size};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Groups that start from the same ground. Fixed, so that the result does not depend on the
/// number of cores; wide enough to keep a few cores busy, narrow enough that a win helps
/// the next group soon.
const WAVE: usize = 8;

/// Sweeps that settle an excursion: enough to drop what it made superfluous.
const SETTLING: u32 = 3;

/// How large a program is to a person who reads and follows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Measure {
    /// Statements count most; a function is worth a few of them, a block less than one.
    weight: u64,
    /// Steps it takes; an invalid program counts as one that takes none.
    steps: u64,
    /// The tie-breaker: the length of the text is in it.
    size: Size,
}

impl Measure {
    pub(super) fn of(case: &Case) -> Measure {
        let size = case.program.size();
        let steps = if case.execution.is_valid() { case.execution.steps } else { 0 };
        let weight = 3 * size.statements + 6 * size.functions + size.blocks;
        Measure { weight, steps, size }
    }

    /// Whether a program got larger, the length of its text aside: a constant is longer
    /// than the name of a local, and simpler.
    fn exceeds(&self, other: &Measure) -> bool {
        (self.weight, self.steps) > (other.weight, other.steps)
    }
}

pub(super) struct Driver<'a> {
    /// Where the next edits start from.
    best: Box<dyn Program>,
    measure: Measure,
    /// The smallest program that showed the bug.
    smallest: Box<dyn Program>,
    least: Measure,
    interest: &'a dyn Interest,
    jobs: usize,
    must_be_valid: bool,
    stop: &'a Stop,
    fuel: Fuel,
    /// Answers by fingerprint of the text; looked up only, never iterated.
    answers: HashMap<u64, bool>,
    /// Every program that was the best for a while: going back would go round in circles.
    visited: HashSet<u64>,
    /// Only what does not make the program larger is progress.
    settling: bool,
    tally: Tally,
    trouble: Option<String>,
}

impl<'a> Driver<'a> {
    pub(super) fn new(
        start: &Case,
        interest: &'a dyn Interest,
        jobs: usize,
        must_be_valid: bool,
        stop: &'a Stop,
    ) -> Self {
        let fuel = fuel_for(&start.execution);
        let known = fingerprint(start.program.as_ref());
        let (answers, visited) = (HashMap::from([(known, true)]), HashSet::from([known]));
        let tally = Tally::default();
        let (best, measure) = (start.program.clone_box(), Measure::of(start));
        let smallest = best.clone_box();
        Driver {
            best,
            measure,
            smallest,
            least: measure,
            interest,
            jobs,
            must_be_valid,
            stop,
            fuel,
            answers,
            visited,
            settling: false,
            tally,
            trouble: None,
        }
    }

    /// An answer that is known already.
    pub(super) fn remember(&mut self, program: &dyn Program, answer: bool) {
        self.answers.insert(fingerprint(program), answer);
    }

    pub(super) fn finish(self, before: Size) -> Reduced {
        let stopped = self.stop.asked().then(|| STOPPED.to_owned());
        let after = self.smallest.size();
        let cut_short = self.trouble.or(stopped);
        Reduced { program: self.smallest, before, after, tally: self.tally, cut_short }
    }

    /// Rounds from coarse to fine, again and again until a whole sweep makes the program no
    /// smaller.
    pub(super) fn run(&mut self, watch: &mut dyn FnMut(&Step<'_>)) {
        loop {
            let before = self.least;
            self.sweep(watch);
            if self.least >= before || self.over() {
                return;
            }
        }
    }

    /// All rounds once, from coarse to fine. Some edits make a program larger, so that others
    /// can then make it smaller: such an excursion is settled at once, and taken back if
    /// nothing was gained.
    fn sweep(&mut self, watch: &mut dyn FnMut(&Step<'_>)) {
        for round in 0..spektr_wing::ROUNDS {
            let (origin, measure, fuel) = (self.best.clone_box(), self.measure, self.fuel);
            self.exhaust(round, watch);
            if self.over() {
                return;
            }
            if !self.settling && self.measure.exceeds(&measure) {
                self.settle(watch);
                if self.measure >= measure {
                    (self.best, self.measure, self.fuel) = (origin, measure, fuel);
                }
            }
        }
    }

    fn settle(&mut self, watch: &mut dyn FnMut(&Step<'_>)) {
        self.settling = true;
        for _ in 0..SETTLING {
            let before = self.measure;
            self.sweep(watch);
            if self.measure >= before || self.over() {
                break;
            }
        }
        self.settling = false;
    }

    fn over(&self) -> bool {
        self.trouble.is_some() || self.stop.asked()
    }

    /// Passes over the edits of one round as long as they make the program smaller.
    fn exhaust(&mut self, round: u32, watch: &mut dyn FnMut(&Step<'_>)) {
        loop {
            let edits = self.best.edits(round);
            let before = self.measure;
            if edits.is_empty() || self.over() || !self.pass(edits, round, watch) {
                return;
            }
            if self.measure >= before {
                return;
            }
        }
    }

    /// One pass: groups of edits, halved level by level. True if the program got smaller.
    fn pass(&mut self, edits: Vec<Edit>, round: u32, watch: &mut dyn FnMut(&Step<'_>)) -> bool {
        let base = self.best.clone_box();
        let mut accepted = Vec::new();
        let mut level = vec![edits];
        while !level.is_empty() {
            let mut next = Vec::new();
            for wave in level.chunks(WAVE) {
                if self.over() {
                    return !accepted.is_empty();
                }
                let wins_before = self.tally.wins;
                next.extend(self.wave(base.as_ref(), &mut accepted, wave));
                if self.tally.wins > wins_before {
                    let label = accepted.last().map_or("", |edit| &edit.label).to_owned();
                    let (program, size) = (self.smallest.as_ref(), self.smallest.size());
                    watch(&Step { program, size, round, tally: self.tally, label });
                }
            }
            level = next;
        }
        !accepted.is_empty()
    }

    /// Tries the groups of one wave and merges the wins; returns the groups that are left to
    /// try at the next level.
    fn wave(
        &mut self,
        base: &dyn Program,
        accepted: &mut Vec<Edit>,
        groups: &[Vec<Edit>],
    ) -> Vec<Vec<Edit>> {
        let ground = Ground { base, accepted, must_be_valid: self.must_be_valid, fuel: self.fuel };
        let formed = in_parallel(self.jobs, groups, |group| ground.candidate(group));
        let mut candidates: Vec<Option<Candidate>> = Vec::new();
        for (candidate, rejected) in formed {
            self.tally.candidates += 1;
            self.tally.rejected += rejected;
            candidates.push(candidate);
        }
        let fresh = self.fresh(&candidates);
        self.ask(&fresh);
        let mut left_over = Vec::new();
        let mut wins = Vec::new();
        for (group, candidate) in groups.iter().zip(candidates) {
            // Without a candidate not even a single edit of the group can be made now.
            let Some(candidate) = candidate else { continue };
            let won = self.is_progress(&candidate);
            left_over.extend(candidate.left_over(group, won));
            if won {
                wins.push(candidate);
            }
        }
        self.merge(base, accepted, wins);
        left_over
    }

    /// The candidates whose answer is not known yet, each text once.
    fn fresh<'c>(&mut self, candidates: &'c [Option<Candidate>]) -> Vec<&'c Candidate> {
        let mut fresh: Vec<&Candidate> = Vec::new();
        for candidate in candidates.iter().flatten() {
            if !self.is_welcome(candidate) {
                continue;
            }
            let seen = self.answers.contains_key(&candidate.fingerprint)
                || fresh.iter().any(|other| other.fingerprint == candidate.fingerprint);
            if seen {
                self.tally.repeated += 1;
            } else {
                fresh.push(candidate);
            }
        }
        fresh
    }

    fn ask(&mut self, fresh: &[&Candidate]) {
        let answers = in_parallel(self.jobs, fresh, |candidate| {
            if self.stop.asked() {
                return None;
            }
            Some(self.interest.holds(&candidate.case))
        });
        for (candidate, answer) in fresh.iter().zip(answers) {
            match answer {
                None => {}
                Some(Ok(answer)) => {
                    self.tally.asked += 1;
                    self.answers.insert(candidate.fingerprint, answer);
                }
                Some(Err(trouble)) => self.trouble = Some(trouble),
            }
        }
    }

    /// Takes all wins together if that still shows the bug, else the first and then each
    /// further one that goes along with those before it.
    fn merge(&mut self, base: &dyn Program, accepted: &mut Vec<Edit>, wins: Vec<Candidate>) {
        if wins.is_empty() {
            return;
        }
        self.tally.wins += 1;
        if wins.len() > 1 {
            let together: Vec<Edit> = wins.iter().flat_map(|win| win.edits.clone()).collect();
            if self.try_on_top(base, accepted, &together) {
                return;
            }
        }
        let mut wins = wins.into_iter();
        if let Some(first) = wins.next() {
            self.accept(accepted, first);
        }
        for win in wins {
            self.try_on_top(base, accepted, &win.edits);
        }
    }

    /// Accepts `edits` on top of the accepted ones if the bug survives.
    fn try_on_top(&mut self, base: &dyn Program, accepted: &mut Vec<Edit>, edits: &[Edit]) -> bool {
        let ground = Ground { base, accepted, must_be_valid: self.must_be_valid, fuel: self.fuel };
        let (candidate, rejected) = ground.candidate(edits);
        self.tally.candidates += 1;
        self.tally.rejected += rejected;
        let Some(candidate) = candidate.filter(|it| self.is_welcome(it)) else { return false };
        if !self.answers.contains_key(&candidate.fingerprint) {
            self.ask(&[&candidate]);
        }
        if !self.is_progress(&candidate) {
            return false;
        }
        self.accept(accepted, candidate);
        true
    }

    /// Whether a candidate shows the bug and has not been the best program before.
    fn is_progress(&self, candidate: &Candidate) -> bool {
        self.answers.get(&candidate.fingerprint) == Some(&true)
            && !self.visited.contains(&candidate.fingerprint)
            && self.is_welcome(candidate)
    }

    /// Whether a candidate is worth a question.
    fn is_welcome(&self, candidate: &Candidate) -> bool {
        !self.settling || !candidate.measure.exceeds(&self.measure)
    }

    fn accept(&mut self, accepted: &mut Vec<Edit>, candidate: Candidate) {
        self.visited.insert(candidate.fingerprint);
        self.fuel = fuel_for(&candidate.case.execution);
        accepted.extend(candidate.edits);
        self.measure = candidate.measure;
        self.best = candidate.case.program;
        if self.measure < self.least {
            self.least = self.measure;
            self.smallest = self.best.clone_box();
        }
    }
}

/// What an invalid program does is of no interest, except that some end by themselves.
const INVALID: u64 = 10_000;

/// A candidate that runs much longer than what it was made from has lost its way: cutting an
/// exit out of a loop must not cost seconds of machine time per candidate.
fn fuel_for(execution: &Execution) -> Fuel {
    if !execution.is_valid() {
        return Fuel(INVALID);
    }
    Fuel(execution.steps.saturating_mul(2).saturating_add(1_000))
}

/// Maps `work` over `items` on up to `jobs` threads; results keep the order of the items.
fn in_parallel<T: Sync, R: Send>(
    jobs: usize,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    if jobs <= 1 || items.len() <= 1 {
        return items.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(items.len()) {
            scope.spawn(|| {
                while let Some(index) = claim(&next, items.len()) {
                    let result = work(&items[index]);
                    *results[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
                }
            });
        }
    });
    results
        .into_iter()
        // The scope has joined every thread and each index was claimed by exactly one.
        .filter_map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect()
}

fn claim(next: &AtomicUsize, len: usize) -> Option<usize> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    (index < len).then_some(index)
}
