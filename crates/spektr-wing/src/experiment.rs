//! Experiments: files, the commands to give one after the other, and what of it is evidence.
//! The wing says what is done to its programs; the judge fills in paths, flags under test and
//! limits, and does it.

use serde::{Deserialize, Serialize};

/// What an experiment is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Fast to carry out, linked with the observation runtime.
    Judge,
    /// For people: stands alone and needs nothing but the tool. Shows the same.
    Standalone,
}

/// The tool that programs are rendered for: what it is, and what it was seen to understand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Audience<'a> {
    pub family: &'a str,
    pub features: &'a [String],
    /// Words of newer versions that it does not know.
    pub lacks: &'a [String],
}

impl Audience<'_> {
    pub fn understands(&self, feature: &str) -> bool {
        self.features.iter().any(|known| known == feature)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    pub name: String,
    pub text: String,
    /// The directory that it lies in, if it has a place: what it refers to by name is there.
    /// Nobody else's business, so it is kept nowhere.
    #[serde(skip)]
    pub directory: Option<String>,
}

impl SourceFile {
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> SourceFile {
        SourceFile { name: name.into(), text: text.into(), directory: None }
    }

    /// The same file where it lies.
    pub fn lying_in(self, directory: Option<String>) -> SourceFile {
        SourceFile { directory, ..self }
    }
}

/// One argument of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    Text(String),
    /// A file of the experiment, or one that an earlier step made.
    File(String),
    /// Where the result of this step goes.
    Output,
    /// Text followed by the path of the built runtime: `--extern=rt=` + path.
    Runtime(String),
}

impl Arg {
    pub fn text(text: &str) -> Arg {
        Arg::Text(text.to_owned())
    }

    pub fn file(name: &str) -> Arg {
        Arg::File(name.to_owned())
    }
}

/// Who carries a step out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// The tool on trial.
    Subject,
    /// The tool on trial, kept running from one experiment to the next where its family can
    /// do that.
    ResidentSubject,
    /// Any installed tool of this family; without one the experiment cannot be made.
    Tool(String),
    /// What an earlier step has built.
    Built(String),
}

/// One command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub by: By,
    pub args: Vec<Arg>,
    /// Whether the flags under test are given to it.
    pub under_test: bool,
    /// The file that it must leave behind.
    pub output: Option<String>,
    /// Whether the process reserves far more address space than it uses.
    pub roomy: bool,
}

impl Step {
    /// The tool on trial, with the flags under test, makes `output`.
    pub fn subject(args: Vec<Arg>, output: &str) -> Step {
        let output = Some(output.to_owned());
        Step { by: By::Subject, args, under_test: true, output, roomy: false }
    }

    /// What was built is run.
    pub fn run(built: &str) -> Step {
        let by = By::Built(built.to_owned());
        Step { by, args: Vec::new(), under_test: false, output: None, roomy: false }
    }

    /// The same step without the flags under test.
    pub fn plain(self) -> Step {
        Step { under_test: false, ..self }
    }
}

/// What of an experiment is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// What the last step, which runs something that was built, prints and how it ends.
    Run,
    /// These files, which the steps wrote.
    Files(Vec<String>),
    /// What the last tool says, whether it succeeds or not.
    Words,
    /// Only that no tool breaks.
    Survival,
}

/// Files, and what is done with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Experiment {
    pub files: Vec<SourceFile>,
    pub steps: Vec<Step>,
    pub evidence: Evidence,
}

/// What everything that is built and then run is called.
const PROGRAM: &str = "program";

impl Experiment {
    /// One command builds one program, which is run.
    pub fn build_and_run(files: Vec<SourceFile>, args: Vec<Arg>) -> Experiment {
        let steps = vec![Step::subject(args, PROGRAM), Step::run(PROGRAM)];
        Experiment { files, steps, evidence: Evidence::Run }
    }

    /// One command, whose words are the evidence.
    pub fn words(files: Vec<SourceFile>, args: Vec<Arg>, output: Option<&str>) -> Experiment {
        let step = Step { output: output.map(str::to_owned), ..Step::subject(args, PROGRAM) };
        Experiment { files, steps: vec![step.plain()], evidence: Evidence::Words }
    }

    /// The same with nothing run that was built: for programs whose run would mean nothing.
    pub fn without_running(mut self) -> Experiment {
        self.steps.retain(|step| !matches!(step.by, By::Built(_)));
        self.evidence = Evidence::Survival;
        self
    }

    /// The command that the flags under test are given to; the first if none is.
    pub fn command_under_test(&self) -> Option<&Step> {
        self.steps.iter().find(|step| step.under_test).or_else(|| self.steps.first())
    }

    /// Whether a step needs the observation runtime.
    pub fn wants_runtime(&self) -> bool {
        let mut args = self.steps.iter().flat_map(|step| &step.args);
        args.any(|arg| matches!(arg, Arg::Runtime(_)))
    }

    /// The files as one text, for looking something up in it.
    pub fn mentions(&self, found: impl Fn(&str) -> bool) -> bool {
        self.files.iter().any(|file| found(&file.text))
    }
}

/// A library that is built once per tool and linked to every judged program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runtime {
    pub files: Vec<SourceFile>,
    pub args: Vec<Arg>,
    /// File name of the result: `libspektr_rt.rlib`.
    pub output: String,
}
