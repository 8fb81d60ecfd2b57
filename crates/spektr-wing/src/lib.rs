//! The door between a language and the hall.
//!
//! A *wing* is everything spektr knows about one language: how to make, run, print, read and
//! shrink its programs, and what to do with them before a tool. The *hall* (judge, hunt,
//! report) knows tools, processes, stores and pages, and sees every wing only through the two
//! traits of this crate. Nothing here names a language or starts a process.

mod behaviour;
mod execution;
mod exhibit;
mod experiment;
mod notation;
mod order;
mod refinement;
mod shape;
mod survey;
mod witness;

use std::sync::Arc;

pub use behaviour::{
    Behaviour, Check, Difference, End, Expect, OutputFile, ProcessEnd, Seen, Symptom, check_run,
};
pub use execution::{Ending, Execution, Fuel, Reading, Size};
pub use exhibit::Exhibit;
pub use experiment::{Arg, Audience, By, Evidence, Experiment, Purpose, Runtime, SourceFile, Step};
pub use notation::Notation;
pub use order::{Index, Made, Maker, NamedPolicy, Order};
pub use refinement::{Effort, Refined, Refinement};
pub use shape::{Feature, Shape};
pub use spektr_text::Complaint;
pub use survey::{Choice, Occurrence, Share, Survey, SurveyWish, Total};
pub use witness::{WitnessAnswer, WitnessSpec};

/// One language.
pub trait Wing: Send + Sync {
    /// Short name as typed on the command line: `mir`.
    fn name(&self) -> &'static str;

    /// The wing whose programs these are: what another oracle looks at is the same language, and
    /// bugs that are known of it are known here.
    fn language(&self) -> &'static str {
        self.name()
    }

    /// One sentence for `--help` and `spektr doctor`.
    fn about(&self) -> &'static str;

    /// The families of tools that can be tried on this wing's programs.
    fn families(&self) -> &'static [&'static str];

    /// What a tool must understand to be tried at all, as its family names it; `None` if
    /// every tool of the families will do.
    fn needs(&self) -> Option<&'static str> {
        None
    }

    /// Editions of the language in which all of its programs mean the same: flags of its tools and
    /// how often each is drawn. No flag is the edition that programs are built in otherwise.
    fn editions(&self) -> &'static [(&'static str, u32)] {
        &[]
    }

    /// The endings of files with programs of this language: `rs`, `c`. They decide which wing
    /// is asked first.
    fn extensions(&self) -> &'static [&'static str];

    /// How programs of this language are written, for people who read them in a report.
    fn notation(&self) -> Notation {
        Notation::default()
    }

    /// The generators, the default one first.
    fn makers(&self) -> &'static [Maker];

    /// Makes one program. Equal orders give equal programs on every machine.
    fn make(&self, order: &Order<'_>) -> Result<Made, Complaint>;

    /// Programs that a corpus begins with while nobody has filled it.
    fn first_corpus(&self) -> Vec<Box<dyn Program>> {
        Vec::new()
    }

    /// What of somebody's program joins a corpus: itself, or parts that are worth more alone;
    /// nothing if it is of no use there.
    fn corpus_parts(&self, program: &dyn Program) -> Vec<Box<dyn Program>> {
        vec![program.clone_box()]
    }

    /// How programs of a corpus that go together are found; without it any do.
    fn index(&self) -> Option<Box<dyn Index>> {
        None
    }

    /// The built-in policy of a maker as a file with every key explained; `None` if it has
    /// none.
    fn policy(&self, _maker: &str) -> Option<String> {
        None
    }

    /// The policy for programs that are for these tools and no others, where they call for
    /// another one than was asked for: what none of them knows need not be drawn.
    fn suited_policy(&self, _policy: Option<&str>, _tools: &[Audience<'_>]) -> Option<String> {
        None
    }

    /// Policies that are known by a name besides the built-in ones of the makers.
    fn named_policies(&self) -> &'static [NamedPolicy] {
        &[]
    }

    /// All that decides about the program of an order, as one line that a person can keep; `None` if
    /// seed and policy say it already.
    fn recipe(&self, _order: &Order<'_>) -> Option<String> {
        None
    }

    /// The seed and the policy that such a line stands for.
    fn of_recipe(&self, maker: &str, _recipe: &str) -> Result<(u64, String), Complaint> {
        Err(Complaint::whole(format!("`{maker}` of `{}` knows no such lines", self.name())))
    }

    /// A program that the policy wants compared before the machine is asked about it; `None` where
    /// programs come with what the machine says.
    fn propose(&self, _: &Order<'_>) -> Option<Box<dyn Program>> {
        None
    }

    /// What [`Wing::make`] gives, as soon as it is written: the machine has executed it piece by
    /// piece only. Before anybody is blamed by it, it is run as a whole from its text. `None` where
    /// that would save nothing.
    fn draft(&self, _: &Order<'_>) -> Option<Result<Made, Complaint>> {
        None
    }

    /// Whether a maker also makes programs that mean nothing: no tool may die of them, and that
    /// is all there is to see.
    fn makes_undefined(&self, _maker: &str) -> bool {
        false
    }

    /// Other people's generators that are known by name, with the command that prints a program;
    /// `{seed}` stands for the seed.
    fn commands(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Figures about the generator over the programs of some seeds.
    fn survey(&self, _: &SurveyWish<'_>) -> Result<Survey, Complaint> {
        Err(Complaint::whole(format!("`{}` keeps no figures about its programs", self.name())))
    }

    /// What has to be done to other people's files before [`Wing::read`] understands them, if
    /// anything: an experiment whose evidence are the files to read instead.
    fn preparation(&self, _files: &[SourceFile]) -> Option<Experiment> {
        None
    }

    /// Reads a program: what [`Program::files`] gave, or somebody else's files.
    fn read(&self, files: &[SourceFile]) -> Result<Box<dyn Program>, Complaint>;

    /// Reads a program that is one file without a name.
    fn read_text(&self, text: &str) -> Result<Box<dyn Program>, Complaint> {
        self.read(&[SourceFile::new("program", text)])
    }

    /// How files are built and run just as they were given, without being understood: by
    /// comparing builds something can be said about them all the same.
    fn as_given(&self, _files: &[SourceFile], _audience: &Audience<'_>) -> Option<Experiment> {
        None
    }

    /// The observation runtime that judged programs are linked with, if there is one.
    fn runtime(&self, _audience: &Audience<'_>) -> Option<Runtime> {
        None
    }

    /// What to do with a program, or with several at once. If several are built and run, the
    /// run shows them all, the output of program `k` behind a line that
    /// [`Wing::batch_marker`] gives for `k`; with the argument `k` it shows that one alone,
    /// without such a line.
    fn experiment(
        &self,
        programs: &[&dyn Program],
        purpose: Purpose,
        audience: &Audience<'_>,
    ) -> Experiment;

    /// Whether several programs can share an experiment. If not, [`Wing::experiment`] is given
    /// one program at a time.
    fn shares_experiments(&self) -> bool {
        false
    }

    /// The line printed before the output of program `index` of several.
    fn batch_marker(&self, index: usize) -> String {
        format!("== {index}")
    }

    /// The evidence of so many programs taken apart, one after the other, where the evidence is
    /// files; `None` if it cannot be.
    fn batch_parts(&self, _seen: &Seen, _programs: usize) -> Option<Vec<Seen>> {
        None
    }

    /// The program of several that a tool was at work on when it broke, where its last words
    /// tell.
    fn batch_suspect(&self, _diagnostics: &str) -> Option<usize> {
        None
    }

    /// What of a tool an experiment has reached, as far as the evidence tells: equal numbers
    /// mean the same thing. A corpus keeps programs that reach something new.
    fn reached(&self, _seen: &Seen) -> Vec<u64> {
        Vec::new()
    }

    /// Holds what a tool made of a program against the program, where the language has such a
    /// thing; `after` empty if both are in the one file.
    fn refine(
        &self,
        _before: &SourceFile,
        _after: Option<&SourceFile>,
        _effort: Effort,
    ) -> Option<Refinement> {
        None
    }

    /// Independent judges of the machine that this wing can render for.
    fn witnesses(&self) -> Vec<WitnessSpec>;

    /// What a witness said, read from the evidence of the experiment that asked it.
    fn answer(&self, witness: &str, seen: &Seen) -> WitnessAnswer;

    /// A program that does nothing. Reduction proves first that it is *not* interesting.
    fn empty(&self) -> Box<dyn Program>;
}

/// One program of a wing, as plain data behind a handle.
pub trait Program: Send + Sync {
    /// Executes the program on the wing's machine.
    fn run(&self, reading: Reading, fuel: Fuel) -> Execution;

    /// Calls one function with arguments as the language writes them, where programs of the
    /// language need not have a beginning; `None` if they have.
    fn call(
        &self,
        _entry: Option<&str>,
        _arguments: &[String],
        _fuel: Fuel,
    ) -> Option<Result<Execution, Complaint>> {
        None
    }

    /// What is expected of the evidence, given what the machine saw.
    fn expect(&self, execution: &Execution) -> Expect {
        execution.expect()
    }

    /// Whether evidence is as expected.
    fn check(&self, expect: &Expect, seen: &Seen) -> Check {
        check_run(expect, seen, |wanted, found| self.explain(wanted, found))
    }

    /// Texts for those who receive a bug that this evidence shows, in a form that their own
    /// tools read.
    fn exhibits(&self, _seen: &Seen) -> Vec<Exhibit> {
        Vec::new()
    }

    /// Names what differs first between the output that was wanted and the one that was
    /// found; `None` if the wing has no words for it.
    fn explain(&self, wanted: &[u8], found: &[u8]) -> Option<Difference>;

    /// The canonical files: what the store keeps, and what [`Wing::read`] reads back to an
    /// equal program.
    fn files(&self) -> Vec<SourceFile>;

    /// The program in several files for people, such that a compiler that sees one of them does
    /// not know the values that the others put in place; `None` if it has no such form.
    fn split(&self) -> Option<Vec<SourceFile>> {
        None
    }

    /// The canonical files as one text.
    fn text(&self) -> String {
        self.files().into_iter().map(|file| file.text).collect()
    }

    /// The program without run-time checks that its one run does not need, and in a few words what
    /// was left out; or why that cannot be done. `keep` is one of the words that the wing knows.
    fn relaxed(&self, _keep: &str, _fuel: Fuel) -> Result<(Box<dyn Program>, String), String> {
        Err("programs of this language have no checks to leave out".to_owned())
    }

    /// How large the program is, as text and as executed.
    fn size(&self) -> Size;

    /// The constructs that occur in the program, for coverage tables. Sorted, unique.
    fn constructs(&self) -> Vec<String>;

    /// What the program consists of, as far as that tells which bug a reduced program shows.
    /// A wing that does not know leaves bugs of one compiler pass together.
    fn shape(&self) -> Shape {
        Shape::default()
    }

    /// Whether the program is defined by all that a word on a tool's command line lets it rely on.
    /// A few let it rely on more than the language promises today.
    fn bears(&self, _word: &str) -> bool {
        true
    }

    /// The same program with less of it shown: to show a value may keep an optimizer from what it
    /// does wrong. `None` if there is no such form.
    fn quieter(&self) -> Option<Box<dyn Program>> {
        None
    }

    /// What the language leaves to tools and this program may depend on, as an experiment by which
    /// a tool says it; `None` if there is nothing to ask.
    fn inquiry(&self, _audience: &Audience<'_>) -> Option<Experiment> {
        None
    }

    /// The program as it is for the tool that gave this answer; `None` if it is none.
    fn informed(&self, _answer: &Seen) -> Option<Box<dyn Program>> {
        None
    }

    /// How to put this program before a witness, or why that cannot be done.
    fn ask(&self, witness: &str, audience: &Audience<'_>) -> Result<Experiment, String>;

    /// Edits that make the program smaller, most promising first. `round` goes from 0 to
    /// [`ROUNDS`] again and again; wings offer coarse edits in early rounds, finer ones
    /// later, and none in a round that has nothing to offer.
    fn edits(&self, round: u32) -> Vec<Edit>;

    /// Applies edits (made by [`Program::edits`] of this very program) together.
    /// `None` if they conflict or lead to an ill-formed program.
    fn apply(&self, edits: &[Edit]) -> Option<Box<dyn Program>>;

    /// The program in the surface language, where it can be said there.
    fn lift(&self) -> Option<Experiment> {
        None
    }

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
