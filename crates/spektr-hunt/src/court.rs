//! What the hunt asks of whoever compiles, runs and compares. The judge is the court of real
//! compilers; tests bring one of their own, whose bugs are chosen.

use serde::{Deserialize, Serialize};
use spektr_entropy::Entropy;

pub use spektr_judge::Case;
use spektr_judge::triage::family;
use spektr_judge::{Symptom, Verdict, VerdictClass};
use spektr_wing::Difference;

/// A compiler with the flags it is used with.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Configuration {
    pub compiler: String,
    pub flags: Vec<String>,
}

/// What a court says about one program in one configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    pub verdict: Verdict,
    /// What the built program printed.
    pub found: Vec<u8>,
    /// What compiler and program said on standard error.
    pub diagnostics: String,
}

impl Opinion {
    pub fn class(&self) -> VerdictClass {
        self.verdict.class()
    }

    /// What tells bugs of one class apart without further experiments: the words of the
    /// compiler without what changes from build to build. Empty where there is none.
    pub fn mark(&self) -> &str {
        mark_of(&self.verdict)
    }

    /// Whether both tell of the same failure, as far as one look can tell.
    pub fn is_like(&self, class: VerdictClass, mark: &str) -> bool {
        self.class() == class && self.mark() == mark
    }

    /// Whether a verdict tells of the same failure.
    pub fn is_shown_by(&self, verdict: &Verdict) -> bool {
        verdict.class() == self.class() && mark_of(verdict) == self.mark()
    }

    pub fn difference(&self) -> Option<&Difference> {
        match &self.verdict {
            Verdict::Miscompiled { symptom: Symptom::Output { difference } } => Some(difference),
            _ => None,
        }
    }
}

fn mark_of(verdict: &Verdict) -> &str {
    match verdict {
        Verdict::CompilerCrash { signature, .. } | Verdict::Rejected { signature } => signature,
        _ => "",
    }
}

/// Whether a program that shows this must be valid to be of any use.
pub fn needs_validity(class: VerdictClass) -> bool {
    use VerdictClass as C;
    !matches!(class, C::CompilerCrash | C::CompilerHang | C::CompilerOutOfMemory)
}

/// CPU time and compiles spent on opinions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    pub compiles: u64,
    pub render_micros: u64,
    pub compile_micros: u64,
    pub run_micros: u64,
    /// Compiles and runs that find out which program of a batch fails, and who is wrong.
    pub settle_micros: u64,
}

impl std::ops::AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        self.compiles += other.compiles;
        self.render_micros += other.render_micros;
        self.compile_micros += other.compile_micros;
        self.run_micros += other.run_micros;
        self.settle_micros += other.settle_micros;
    }
}

/// The step of a compiler that turns a right program into a wrong one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guilt {
    /// `mir`, `llvm`, …: the part of the compiler the pass belongs to.
    pub layer: String,
    pub pass: String,
    /// What it worked on, as the compiler names it.
    pub on: String,
    /// Flags that keep just this pass from running: with them the program is right.
    pub cure: Vec<String>,
    /// Passes of other layers without which it does not show either. Then the guilty pass may
    /// have done no wrong, and one of these is to blame: the change tells.
    #[serde(default)]
    pub needs: Vec<String>,
}

impl Guilt {
    /// Whether both blame the same pass, wherever it stands in the pipeline and on whatever
    /// it worked.
    pub fn is_like(&self, other: &Guilt) -> bool {
        self.layer == other.layer && family(&self.pass) == family(&other.pass)
    }
}

/// A court that cannot go on: a compiler is gone, a disk is full. The text says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CourtTrouble(pub String);

/// Whoever compiles, runs and compares.
pub trait Court: Sync {
    /// Names and versions of the compilers on trial.
    fn compilers(&self) -> Vec<(String, String)>;

    /// Everything configurations are drawn from, as text: equal text, equal draws.
    fn describe(&self) -> String;

    fn draw(&self, entropy: &mut Entropy) -> Configuration;

    /// One opinion per case, settled: whoever is accused is guilty as far as repeated runs,
    /// witnesses and other compilers can tell. The cases share one compilation where possible.
    fn hear(
        &self,
        cases: &[Case<'_>],
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Vec<Opinion>, CourtTrouble>;

    /// One compile and one run, nothing settled: what reduction asks thousands of times.
    fn glance(
        &self,
        case: Case<'_>,
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Opinion, CourtTrouble>;

    /// The pass that is to blame for `opinion`, where that can be told.
    fn blame(
        &self,
        case: Case<'_>,
        opinion: &Opinion,
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Option<Guilt>, CourtTrouble>;

    /// What becomes of the same program and flags with the other compilers that are here.
    fn elsewhere(
        &self,
        case: Case<'_>,
        opinion: &Opinion,
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Vec<Elsewhere>, CourtTrouble>;
}

/// Whether another compiler shows the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elsewhere {
    pub compiler: String,
    pub version: String,
    /// `None` if it cannot be told: the compiler does not take these flags.
    pub affected: Option<bool>,
    pub said: String,
}

/// A court that draws only from given configurations.
pub struct Pinned<'a> {
    court: &'a dyn Court,
    configurations: Vec<Configuration>,
}

impl<'a> Pinned<'a> {
    /// `None` without any configuration to draw.
    pub fn new(court: &'a dyn Court, configurations: Vec<Configuration>) -> Option<Self> {
        (!configurations.is_empty()).then_some(Pinned { court, configurations })
    }
}

impl Court for Pinned<'_> {
    fn compilers(&self) -> Vec<(String, String)> {
        self.court.compilers()
    }

    fn describe(&self) -> String {
        format!("{:?}", self.configurations)
    }

    fn draw(&self, entropy: &mut Entropy) -> Configuration {
        self.configurations[entropy.index(self.configurations.len())].clone()
    }

    fn hear(
        &self,
        cases: &[Case<'_>],
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Vec<Opinion>, CourtTrouble> {
        self.court.hear(cases, configuration, cost)
    }

    fn glance(
        &self,
        case: Case<'_>,
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Opinion, CourtTrouble> {
        self.court.glance(case, configuration, cost)
    }

    fn blame(
        &self,
        case: Case<'_>,
        opinion: &Opinion,
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Option<Guilt>, CourtTrouble> {
        self.court.blame(case, opinion, configuration, cost)
    }

    fn elsewhere(
        &self,
        case: Case<'_>,
        opinion: &Opinion,
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Vec<Elsewhere>, CourtTrouble> {
        self.court.elsewhere(case, opinion, configuration, cost)
    }
}
