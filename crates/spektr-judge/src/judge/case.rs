//! A program together with what its machine saw and what follows for its evidence.

use crate::outcome::{Outcome, Stage};
use crate::sandbox::Limit;
use crate::verdict::Verdict;
use spektr_wing::{Check, Ending, Execution, Expect, Fuel, Made, Program, Reading, Symptom, Wing};

/// A program ready for experiments.
#[derive(Clone)]
pub struct Case {
    pub program: Box<dyn Program>,
    pub execution: Execution,
    pub expect: Expect,
    /// Nobody has run it on the machine yet.
    is_unasked: bool,
    /// The machine has executed it piece by piece only, while it was written.
    is_draft: bool,
}

impl Case {
    pub fn new(program: Box<dyn Program>, execution: Execution) -> Case {
        let expect = program.expect(&execution);
        Case { program, execution, expect, is_unasked: false, is_draft: false }
    }

    /// A program that the machine is asked about only if builds of it differ.
    pub fn unasked(program: Box<dyn Program>) -> Case {
        let execution = Execution { ending: Ending::OutOfFuel, stdout: Vec::new(), steps: 0 };
        let expect = Expect::NoCrash;
        Case { program, execution, expect, is_unasked: true, is_draft: false }
    }

    /// The same, with what the machine says of it.
    pub fn asked(&self) -> Case {
        match self.is_unasked {
            true => Case::of_program(self.program.clone()),
            false => self.clone(),
        }
    }

    pub fn is_unasked(&self) -> bool {
        self.is_unasked
    }

    /// What a generator has just written: it is read from its text and run as a whole before
    /// anybody is blamed by it.
    pub fn draft(made: Made) -> Case {
        Case { is_draft: true, ..Case::from(made) }
    }

    /// What is wrong with a draft once it is read from its text.
    pub fn objection(&self, wing: &dyn Wing) -> Option<String> {
        if !self.is_draft {
            return None;
        }
        let found = match wing.read(&self.program.files()) {
            Ok(program) => program.run(Reading::Blame, Fuel::default()),
            Err(complaint) => return Some(format!("its text cannot be read: {complaint}")),
        };
        if found.ending != self.execution.ending {
            return Some(format!("read from its text it ends otherwise: {:?}", found.ending));
        }
        (found.stdout != self.execution.stdout)
            .then(|| "read from its text it shows something else".to_owned())
    }

    /// A program, executed by the reading under which a compiler may be blamed.
    pub fn of_program(program: Box<dyn Program>) -> Case {
        Case::by_reading(program, Reading::Blame)
    }

    /// A program, executed by this reading.
    pub fn by_reading(program: Box<dyn Program>, reading: Reading) -> Case {
        let execution = program.run(reading, Fuel::default());
        Case::new(program, execution)
    }

    /// Whether what a build of it does says anything: otherwise only what breaks a tool counts.
    pub fn means_something(&self) -> bool {
        self.expect != Expect::NoCrash
    }

    /// Whether the machine stopped at something that the language leaves open.
    pub fn is_open(&self) -> bool {
        matches!(self.execution.ending, Ending::Unspecified { .. })
    }

    /// The verdict if the machine is right.
    pub fn accuse(&self, outcome: &Outcome) -> Verdict {
        let miscompiled = |symptom| Verdict::Miscompiled { symptom };
        match outcome {
            Outcome::Finished { seen } => match self.program.check(&self.expect, seen) {
                Check::Right => Verdict::Pass,
                Check::Wrong(symptom) => miscompiled(symptom),
                Check::CannotTell(why) => Verdict::Unjudged { why },
            },
            Outcome::Rejected { .. } if !self.means_something() => Verdict::Pass,
            Outcome::Rejected { signature } => Verdict::Rejected { signature: signature.clone() },
            Outcome::InternalError { signature } => {
                Verdict::CompilerCrash { signature: signature.clone(), signal: None }
            }
            Outcome::Crashed { signal, signature } => {
                Verdict::CompilerCrash { signature: signature.clone(), signal: Some(*signal) }
            }
            Outcome::NoResult { .. } if !self.means_something() => Verdict::Pass,
            Outcome::NoResult { why } => miscompiled(Symptom::NoProgram { why: why.clone() }),
            Outcome::Stopped { stage: Stage::Compile, limit: Limit::Memory } => {
                Verdict::CompilerOutOfMemory
            }
            Outcome::Stopped { stage: Stage::Compile, limit } => {
                Verdict::CompilerHang { limit: *limit }
            }
            Outcome::Stopped { stage: Stage::Run, limit: Limit::Memory } => {
                miscompiled(Symptom::OutOfMemory)
            }
            Outcome::Stopped { stage: Stage::Run, limit } => {
                miscompiled(Symptom::Limit { limit: limit.to_string() })
            }
            Outcome::Hindered { why } => Verdict::Unjudged { why: why.clone() },
        }
    }
}

impl From<Made> for Case {
    fn from(made: Made) -> Case {
        Case::new(made.program, made.execution)
    }
}
