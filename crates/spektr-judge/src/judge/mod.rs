//! The judge: from a program and what its machine saw to a verdict. One compile and one
//! run decide; only if they disagree with the machine is more work done to settle who
//! is wrong. It sees languages through the door of `spektr-wing` only.

mod batch;
mod build;
mod lacking;
mod settle;
mod trouble;
mod witness;

pub use batch::Batch;
pub use build::Built;
pub use trouble::Trouble;
pub use witness::Testimony;

use crate::compilers::Compiler;
use crate::config::{Configuration, StageLimits};
use crate::outcome::{Attempt, Outcome, Stage};
use crate::sandbox::Sandbox;
use crate::verdict::{Symptom, Verdict};
use serde::{Deserialize, Serialize};
use settle::Again;
use spektr_wing::{Difference, Execution, Program, Purpose, Wing};
use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Compiles, runs and compares. Shared by all workers.
pub struct Judge {
    sandbox: Arc<Sandbox>,
    limits: StageLimits,
    /// Who else is asked when a compiler and the machine disagree.
    bystanders: Vec<Compiler>,
    /// Built observation runtimes, by wing and compiler.
    runtimes: Mutex<BTreeMap<String, PathBuf>>,
    lacking: lacking::Lacking,
}

/// A program and what its machine saw.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    pub program: &'a dyn Program,
    pub execution: &'a Execution,
}

/// A verdict with its evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    pub verdict: Verdict,
    /// The attempt that failed; a pass needs no evidence.
    pub evidence: Option<Attempt>,
    /// What others said about the same program.
    pub voices: Vec<Voice>,
    pub spent: Spent,
}

impl Judgement {
    fn pass(spent: Spent) -> Judgement {
        Judgement { verdict: Verdict::Pass, evidence: None, voices: Vec::new(), spent }
    }
}

/// Somebody who was asked who is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voice {
    /// A compiler's name, or a witness's.
    pub who: String,
    pub flags: String,
    /// Whether it agrees with the machine; `None` if it cannot tell.
    pub agrees: Option<bool>,
    pub said: String,
}

/// CPU time by stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// Compiling, linking included.
    pub compile: Duration,
    pub run: Duration,
    /// Everything that settles who is wrong.
    pub settle: Duration,
}

impl Spent {
    fn of(attempt: &Attempt) -> Spent {
        Spent {
            compile: attempt.compile.cpu,
            run: attempt.run.map(|cost| cost.cpu).unwrap_or_default(),
            settle: Duration::ZERO,
        }
    }

    pub fn total(&self) -> Duration {
        self.compile + self.run + self.settle
    }
}

impl AddAssign for Spent {
    fn add_assign(&mut self, other: Spent) {
        self.compile += other.compile;
        self.run += other.run;
        self.settle += other.settle;
    }
}

impl Judge {
    pub fn new(sandbox: Arc<Sandbox>, bystanders: Vec<Compiler>, limits: StageLimits) -> Judge {
        Judge {
            sandbox,
            limits,
            bystanders,
            runtimes: Mutex::default(),
            lacking: Default::default(),
        }
    }

    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    pub fn limits(&self) -> StageLimits {
        self.limits
    }

    pub fn bystanders(&self) -> &[Compiler] {
        &self.bystanders
    }

    /// Judges one program: one compile and one run if all is well.
    pub fn judge(
        &self,
        wing: &dyn Wing,
        case: Case<'_>,
        compiler: &Compiler,
        configuration: &Configuration,
    ) -> Result<Judgement, Trouble> {
        if !case.execution.is_valid() {
            let verdict = Verdict::Unjudged { why: "the machine does not call it valid".into() };
            return Ok(Judgement { verdict, ..Judgement::pass(Spent::default()) });
        }
        let rendering = case.program.render(Purpose::Judge);
        if let Some(verdict) = self.lacking.verdict(compiler, &rendering) {
            return Ok(Judgement { verdict, ..Judgement::pass(Spent::default()) });
        }
        match self.build(wing, &rendering, compiler, configuration)? {
            Err(attempt) => {
                self.settle(wing, case, compiler, configuration, attempt, Again::Compile)
            }
            Ok(built) => {
                let attempt = built.run(self)?;
                if attempt.outcome.is(&case.execution.stdout) {
                    return Ok(Judgement::pass(Spent::of(&attempt)));
                }
                let again = Again::Run(&built);
                self.settle(wing, case, compiler, configuration, attempt, again)
            }
        }
    }

    /// One compile and one run, without settling anything: what reduction and triage
    /// ask thousands of times. A program that is not valid is not run: whatever it did
    /// would say nothing, and it may never end.
    pub fn glance(
        &self,
        wing: &dyn Wing,
        case: Case<'_>,
        compiler: &Compiler,
        configuration: &Configuration,
    ) -> Result<(Verdict, Attempt), Trouble> {
        let rendering = case.program.render(Purpose::Judge);
        let attempt = match self.build(wing, &rendering, compiler, configuration)? {
            Err(attempt) => attempt,
            Ok(built) if case.execution.is_valid() => built.run(self)?,
            Ok(built) => built.unrun("the machine does not call it valid"),
        };
        Ok((accuse(case, &attempt.outcome), attempt))
    }
}

/// The verdict if the machine is right.
pub fn accuse(case: Case<'_>, outcome: &Outcome) -> Verdict {
    let miscompiled = |symptom| Verdict::Miscompiled { symptom };
    match outcome {
        _ if outcome.is(&case.execution.stdout) => Verdict::Pass,
        Outcome::Printed { stdout, status } => {
            miscompiled(match case.program.explain(case.execution, stdout) {
                Some(difference) => Symptom::Output { difference },
                None if *status != 0 => Symptom::Status { status: *status },
                None => Symptom::Output { difference: unexplained(&case.execution.stdout, stdout) },
            })
        }
        Outcome::Rejected { signature } => Verdict::Rejected { signature: signature.clone() },
        Outcome::InternalError { signature } => {
            Verdict::CompilerCrash { signature: signature.clone(), signal: None }
        }
        Outcome::Crashed { stage: Stage::Compile, signal, signature } => {
            Verdict::CompilerCrash { signature: signature.clone(), signal: Some(*signal) }
        }
        Outcome::Crashed { stage: Stage::Run, signal, .. } => {
            miscompiled(Symptom::Signal { signal: *signal })
        }
        Outcome::TimedOut { stage: Stage::Compile }
        | Outcome::Flooded { stage: Stage::Compile, .. } => Verdict::CompilerHang,
        Outcome::TimedOut { stage: Stage::Run } | Outcome::Flooded { stage: Stage::Run, .. } => {
            miscompiled(Symptom::Endless)
        }
        Outcome::OutOfMemory { stage: Stage::Compile } => Verdict::CompilerOutOfMemory,
        Outcome::OutOfMemory { stage: Stage::Run } => miscompiled(Symptom::OutOfMemory),
        Outcome::Hindered { why } => Verdict::Unjudged { why: why.clone() },
    }
}

/// Outputs that differ in a way the wing has no words for.
fn unexplained(wanted: &[u8], found: &[u8]) -> Difference {
    let same = wanted.iter().zip(found).take_while(|(a, b)| a == b).count();
    let show = |bytes: &[u8]| {
        let rest = bytes.get(same..).unwrap_or_default();
        String::from_utf8_lossy(&rest[..rest.len().min(40)]).into_owned()
    };
    Difference {
        function: "output".into(),
        variable: format!("byte {same}"),
        wanted: show(wanted),
        found: (found.len() > same).then(|| show(found)),
    }
}
