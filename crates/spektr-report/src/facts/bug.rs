//! Everything known about one bug. The bundle and the page are both written from this.

use super::Source;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BugFacts {
    /// The number people type: `spektr mute NUMBER`.
    pub number: i64,
    /// The finding that represents the bug: `spektr show FINDING`.
    pub finding: i64,
    pub wing: String,
    /// What joins findings into this bug.
    pub signature: String,
    pub failure: Failure,
    /// The compiler that the commands use.
    pub compiler: Compiler,
    /// The smallest set of flags that shows the bug.
    pub flags: Vec<String>,
    /// The flags with which the same compiler is right, one flag away from `flags`.
    pub control: Option<Vec<String>>,
    pub guilt: Option<Guilt>,
    pub pass_change: Option<PassChange>,
    pub reduced: Exhibit,
    /// The reduced program in the surface language, if it shows the bug there too.
    pub lifted: Option<Exhibit>,
    /// The program as it was found, in the wing's canonical text.
    pub original: Option<String>,
    pub original_size: Option<Size>,
    pub reduced_size: Option<Size>,
    pub witnesses: Vec<Witness>,
    /// Other compilers with the same flags.
    pub elsewhere: Vec<Elsewhere>,
    pub origin: Origin,
    /// How many findings were joined into the bug.
    pub findings: u64,
    /// Of these, how many because of the pass only, so that another bug of it cannot be ruled
    /// out.
    #[serde(default)]
    pub by_pass: u64,
    /// What the finding was sorted into the bug by, in words.
    #[serde(default)]
    pub sorted_by: Option<String>,
    /// Seconds since 1970.
    pub first_seen: i64,
    pub mute: Option<Mute>,
}

impl BugFacts {
    /// The program that people are shown: the lifted one where there is one.
    pub fn shown(&self) -> &Exhibit {
        self.lifted.as_ref().unwrap_or(&self.reduced)
    }
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Failure {
    /// The build prints something else than the program says, or dies.
    WrongCode {
        /// The first observation that differs.
        difference: Option<Difference>,
        /// How the wrong build ended, where it did not exit with status 0: `SIGSEGV`.
        ending: Option<String>,
    },
    /// The compiler reports an internal error or dies.
    InternalError {
        /// One line of the diagnostics that tells this error from others, verbatim.
        mark: String,
        diagnostics: String,
    },
    /// The compiler refuses a valid program.
    Rejected { mark: String, diagnostics: String },
    /// The compiler did not end within this time.
    Hang { seconds: u64 },
    /// The compiler asked for more than this much memory.
    OutOfMemory { megabytes: u64, diagnostics: String },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    pub function: String,
    pub variable: String,
    pub wanted: String,
    /// `None` where the output ended early.
    pub found: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compiler {
    /// `rustc`, `gcc`, `clang`, `opt`.
    pub family: String,
    /// How a person calls it: `rustc +nightly`, `clang-19`.
    pub command: String,
    /// One line.
    pub version: String,
    /// What the compiler says about itself in full, as trackers ask for it.
    pub full_version: Option<String>,
    /// Variables that have to be set, such as `RUSTC_BOOTSTRAP=1`.
    pub environment: Vec<(String, String)>,
}

/// The step of the compiler that turns a right program into a wrong one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guilt {
    /// `mir`, `llvm`, `gcc`: the part of the compiler the pass belongs to.
    pub layer: String,
    pub pass: String,
    /// What it worked on, as the compiler names it.
    pub on: String,
    /// Other passes without which the program is right too: one of them may be to blame.
    #[serde(default)]
    pub needs: Vec<String>,
}

/// The guilty pass's input and output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassChange {
    pub before: String,
    pub after: String,
}

/// A program with what it must print and what the wrong build prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exhibit {
    pub source: Source,
    pub expected: Vec<u8>,
    /// `None` where no build came about, or none could be tried.
    pub found: Option<Vec<u8>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    pub statements: u64,
    pub functions: u64,
}

/// Someone who was asked whether the program is valid and what it prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Witness {
    /// `spektr's abstract machine`, `rustc's const evaluator`, `Miri`.
    pub name: String,
    pub testimony: Testimony,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Testimony {
    /// Ran to the end without undefined behaviour; prints the expected output.
    Agrees,
    /// Ran to the end without undefined behaviour; prints something else.
    PrintsOtherwise,
    /// Calls the program undefined, with this message.
    Undefined(String),
    /// Cannot judge this program, or is not installed.
    Silent(String),
}

/// Another compiler with the same flags.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elsewhere {
    pub compiler: String,
    pub version: String,
    pub outcome: Outcome,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    Right,
    WrongCode,
    InternalError,
    Rejected,
    Hang,
    OutOfMemory,
    /// Another failure than this bug, in these words.
    Otherwise(String),
    /// The flags do not exist there.
    NotTried,
}

/// Where the program came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// `None` for a file that a person brought.
    pub seed: Option<u64>,
    pub spektr_version: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mute {
    pub reason: String,
    pub link: Option<String>,
}
