//! A batch: consecutive seeds whose programs share one compilation. Which seeds share one
//! follows from the seeds alone, so that a batch judged again is the same batch.

use crate::clock::charged;
use crate::court::{Case, Configuration, Opinion};
use crate::store::{BatchRecord, FindingState, NewFinding, Settings, Stage};
use spektr_judge::VerdictClass;
use spektr_wing::{Execution, Generated, Program, Wing, Wish};
use std::collections::BTreeMap;
use std::ops::Range;

/// A program of a batch.
pub(super) struct Member {
    pub(super) seed: u64,
    pub(super) program: Box<dyn Program>,
    pub(super) execution: Execution,
    pub(super) statements: u64,
}

impl Member {
    pub(super) fn case(&self) -> Case<'_> {
        Case { program: self.program.as_ref(), execution: &self.execution }
    }
}

#[derive(Default)]
pub(super) struct Batch {
    pub(super) members: Vec<Member>,
    /// Seeds that gave no program, with the reason.
    pub(super) skipped: Vec<(u64, String)>,
    /// The first seed that is not part of the batch.
    pub(super) end: u64,
    pub(super) generate_micros: u64,
}

impl Batch {
    /// Generates programs from the front of `seeds` until they are worth a compilation.
    pub(super) fn gather(wing: &dyn Wing, settings: &Settings, seeds: Range<u64>) -> Batch {
        let end = seeds.end;
        let mut batch = Batch { end: seeds.start, ..Batch::default() };
        let mut statements = 0;
        for seed in seeds {
            batch.end = seed + 1;
            let wish = Wish { seed, policy: settings.policy.as_deref(), size: settings.size };
            match charged(&mut batch.generate_micros, || wing.generate(&wish)) {
                Ok(Generated { program, execution }) if execution.is_valid() => {
                    let size = program.size().statements;
                    statements += size;
                    batch.members.push(Member { seed, program, execution, statements: size });
                }
                Ok(Generated { execution, .. }) => {
                    batch.skipped.push((seed, crate::words::ending(&execution.ending)));
                }
                Err(complaint) => batch.skipped.push((seed, complaint.to_string())),
            }
            // Too few to be worth a compilation of their own are taken along.
            let few_are_left = end - batch.end <= batch.members.len() as u64 / 3;
            if statements >= settings.batch_statements && !few_are_left {
                break;
            }
        }
        batch
    }

    /// What the store keeps of a judged batch, findings and costs aside.
    pub(super) fn record(&self, configuration: &Configuration) -> BatchRecord {
        BatchRecord {
            done_until: self.end,
            programs: self.members.len() as u64,
            statements: self.members.iter().map(|member| member.statements).sum(),
            executed: self.members.iter().map(|member| member.execution.steps).sum(),
            skipped: self.skipped.len() as u64,
            compiles: 0,
            cpu_micros: BTreeMap::from([(Stage::Generate, self.generate_micros)]),
            findings: Vec::new(),
            coverage: self.coverage(configuration),
        }
    }

    fn coverage(&self, configuration: &Configuration) -> BTreeMap<(&'static str, String), u64> {
        let mut coverage = BTreeMap::new();
        let programs = self.members.len() as u64;
        coverage.insert(("compiler", configuration.compiler.clone()), programs);
        for flag in &configuration.flags {
            coverage.insert(("flag", flag.clone()), programs);
        }
        for member in &self.members {
            for construct in member.program.constructs() {
                *coverage.entry(("construct", construct)).or_default() += 1;
            }
        }
        coverage
    }
}

/// An opinion against a compiler, as a finding.
pub(super) fn finding(
    member: &Member,
    opinion: Opinion,
    configuration: &Configuration,
    settings: &Settings,
) -> NewFinding {
    let version = settings.compilers.iter().find(|(name, _)| *name == configuration.compiler);
    NewFinding {
        wing: settings.wing.clone(),
        seed: member.seed,
        policy: settings.policy.clone(),
        size: settings.size,
        spektr_version: settings.spektr_version.clone(),
        compiler: configuration.compiler.clone(),
        compiler_version: version.map(|(_, version)| version.clone()).unwrap_or_default(),
        flags: configuration.flags.clone(),
        program: member.program.text(),
        statements: member.statements,
        verdict: opinion.class().name().to_owned(),
        summary: opinion.verdict.to_string(),
        expected: member.execution.stdout.clone(),
        difference: opinion.difference().cloned(),
        state: match opinion.class() {
            VerdictClass::OurFault => FindingState::OurFault,
            VerdictClass::Flaky => FindingState::Flaky,
            _ => FindingState::New,
        },
        found: opinion.found,
        diagnostics: opinion.diagnostics,
    }
}
