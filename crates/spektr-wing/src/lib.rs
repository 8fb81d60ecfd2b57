//! The door between a language and the hall.
//!
//! A *wing* is everything spektr knows about one language: how to generate, run,
//! print, parse and shrink its programs. The *hall* (judge, hunt, report) knows
//! compilers, processes, stores and pages, and sees every wing only through the two
//! traits of this crate. Nothing here names a language or starts a process.

mod execution;
mod rendering;
mod shape;
mod survey;
mod witness;

use std::sync::Arc;

pub use execution::{Difference, Ending, Execution, Fuel, Size};
pub use rendering::{Arg, Purpose, Rendering, Runtime, SourceFile};
pub use shape::{Feature, Shape};
pub use spektr_text::Complaint;
pub use survey::{Choice, Occurrence, Share, Survey, SurveyWish, Total};
pub use witness::{WitnessAnswer, WitnessPlan, WitnessSpec};

/// What a generator is asked for. `policy` is the text of a policy file in the wing's
/// own format; `None` means the wing's built-in default.
#[derive(Clone, Debug, Default)]
pub struct Wish<'a> {
    pub seed: u64,
    pub policy: Option<&'a str>,
    /// Statements to aim for; `None` leaves it to the policy.
    pub size: Option<u32>,
}

/// A freshly made program together with what the machine saw while it was made.
pub struct Generated {
    pub program: Box<dyn Program>,
    pub execution: Execution,
}

/// One language.
pub trait Wing: Send + Sync {
    /// Short name as typed on the command line: `mir`.
    fn name(&self) -> &'static str;

    /// One sentence for `--help` and `spektr doctor`.
    fn about(&self) -> &'static str;

    /// The compiler family that can build this wing's programs: `rustc`, `gcc`, …
    fn family(&self) -> &'static str;

    /// Makes one program. Equal wishes give equal programs on every machine.
    fn generate(&self, wish: &Wish<'_>) -> Result<Generated, Complaint>;

    /// The built-in policy as a file with every key explained; `None` if the wing has no
    /// policies.
    fn policy(&self) -> Option<String> {
        None
    }

    /// Figures about the generator over the programs of some seeds.
    fn survey(&self, _: &SurveyWish<'_>) -> Result<Survey, Complaint> {
        Err(Complaint::whole(format!("`{}` keeps no figures about its programs", self.name())))
    }

    /// Reads a program: the wing's own text, or somebody else's.
    fn parse(&self, source: &str) -> Result<Box<dyn Program>, Complaint>;

    /// The observation runtime that judged programs are linked with, if there is one.
    fn runtime(&self) -> Option<Runtime>;

    /// Several programs as one compilation. What is built runs them all, the output of program
    /// `k` behind a line that [`Wing::batch_marker`] gives for `k`; with the argument `k` it runs
    /// that one alone, without such a line.
    fn batch(&self, programs: &[&dyn Program]) -> Rendering;

    /// The line printed before the output of program `index` of a batch.
    fn batch_marker(&self, index: usize) -> String {
        format!("== {index}")
    }

    /// The program of a batch that a compiler was at work on when it broke, where its last
    /// words tell.
    fn batch_suspect(&self, _diagnostics: &str) -> Option<usize> {
        None
    }

    /// Independent judges of the machine that this wing can render for.
    fn witnesses(&self) -> Vec<WitnessSpec>;

    /// What a witness said, read from the output of the process that asked it.
    fn read_witness(&self, name: &str, success: bool, stdout: &str, stderr: &str) -> WitnessAnswer;

    /// A program that does nothing. Reduction proves first that it is *not* interesting.
    fn empty(&self) -> Box<dyn Program>;
}

/// One program of a wing, as plain data behind a handle.
pub trait Program: Send + Sync {
    /// Executes the program on the wing's machine.
    fn run(&self, fuel: Fuel) -> Execution;

    /// Executes the program by the reading under which a compiler may be blamed for what it
    /// makes of it: stricter than [`Program::run`] where the language is undecided.
    fn trial(&self, fuel: Fuel) -> Execution {
        self.run(fuel)
    }

    /// The canonical text: what the store keeps, and what [`Wing::parse`] reads back to
    /// an equal program.
    fn text(&self) -> String;

    /// Source files and a build recipe.
    fn render(&self, purpose: Purpose) -> Rendering;

    /// How large the program is, as text and as executed.
    fn size(&self) -> Size;

    /// The constructs that occur in the program, for coverage tables. Sorted, unique.
    fn constructs(&self) -> Vec<String>;

    /// What the program consists of, as far as that tells which bug a reduced program shows.
    /// A wing that does not know leaves bugs of one compiler pass together.
    fn shape(&self) -> Shape {
        Shape::default()
    }

    /// Names what differs first between the expected output of `execution` and
    /// `found`; `None` if they are equal.
    fn explain(&self, execution: &Execution, found: &[u8]) -> Option<Difference>;

    /// How to put this program before a witness, or why that cannot be done.
    fn witness(&self, name: &str) -> Result<WitnessPlan, String>;

    /// Edits that make the program smaller, most promising first. `round` goes from 0 to
    /// [`ROUNDS`] again and again; wings offer coarse edits in early rounds, finer ones
    /// later, and none in a round that has nothing to offer.
    fn edits(&self, round: u32) -> Vec<Edit>;

    /// Applies edits (made by [`Program::edits`] of this very program) together.
    /// `None` if they conflict or lead to an ill-formed program.
    fn apply(&self, edits: &[Edit]) -> Option<Box<dyn Program>>;

    /// The program in the surface language, where it can be said there.
    fn lift(&self) -> Option<Rendering>;

    fn clone_box(&self) -> Box<dyn Program>;

    /// For a wing's own downcasts.
    fn as_any(&self) -> &dyn std::any::Any;
}

impl Clone for Box<dyn Program> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}

/// How many rounds of edits there are at most.
pub const ROUNDS: u32 = 32;

/// One way to make a program smaller.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edit {
    /// Opaque to the hall: only the program that offered the edit can read it.
    pub key: u64,
    /// A few words for progress and logs: `drop function fn4`.
    pub label: Arc<str>,
}
