//! A batch: the programs of consecutive seeds that share one configuration, and one experiment
//! where the wing can share it. Which seeds these are follows from the seeds alone, so that a
//! batch judged again is the same batch.

use crate::clock::charged;
use crate::store::BatchRecord;
use crate::supply::{Supplied, Supply};
use spektr_judge::{Case, Configuration, Spent, Stage};
use std::collections::BTreeMap;
use std::ops::Range;

#[derive(Default)]
pub(super) struct Batch {
    pub(super) members: Vec<Supplied>,
    /// Seeds that gave no program, with the reason.
    pub(super) skipped: Vec<(u64, String)>,
    pub(super) seeds: Range<u64>,
    generate_micros: u64,
}

impl Batch {
    /// The programs of these seeds.
    pub(super) fn gather(supply: &dyn Supply, seeds: Range<u64>) -> Batch {
        let mut batch = Batch { seeds: seeds.clone(), ..Batch::default() };
        for seed in seeds {
            match charged(&mut batch.generate_micros, || supply.supply(seed)) {
                Ok(supplied) => batch.members.push(supplied),
                Err(reason) => batch.skipped.push((seed, reason)),
            }
        }
        batch
    }

    pub(super) fn cases(&self) -> Vec<&Case> {
        self.members.iter().map(|member| &member.case).collect()
    }

    pub(super) fn generate_micros(&self) -> u64 {
        self.generate_micros
    }

    /// What the store keeps of a judged batch, findings and most costs aside.
    pub(super) fn record(&self, configuration: &Configuration) -> BatchRecord {
        let size = |member: &Supplied| member.case.program.size().statements;
        let mut spent = Spent::default();
        spent.add(Stage::Generate, self.generate_micros);
        BatchRecord {
            done_until: self.seeds.end,
            programs: self.members.len() as u64,
            statements: self.members.iter().map(size).sum(),
            executed: self.members.iter().map(|member| member.case.execution.steps).sum(),
            skipped: self.skipped.len() as u64,
            spent,
            findings: Vec::new(),
            coverage: self.coverage(configuration),
            reached: None,
        }
    }

    fn coverage(&self, configuration: &Configuration) -> BTreeMap<(&'static str, String), u64> {
        let mut coverage = BTreeMap::new();
        let programs = self.members.len() as u64;
        coverage.insert(("compiler", configuration.compiler.clone()), programs);
        for flag in &configuration.flags {
            coverage.insert(("flag", flag.to_string()), programs);
        }
        for member in &self.members {
            for construct in member.case.program.constructs() {
                *coverage.entry(("construct", construct)).or_default() += 1;
            }
        }
        coverage
    }
}
