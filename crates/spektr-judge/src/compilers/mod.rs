//! Compilers as data: what they are called, what they are, what they can do. Finding
//! and probing them is the business of the submodules; nothing here runs anything.

mod c_family;
mod discover;
mod doctor;
pub(crate) mod probe;
mod recency;
mod rustc_family;

pub use discover::{Found, Places, discover};
pub use doctor::{Advice, Diagnosis, diagnose};
pub use probe::probe;
pub use recency::Recency;

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A compiler that can be put under test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compiler {
    /// Short and unique: `nightly`, `rustc-1.85.0`, `gcc-12`.
    pub name: String,
    /// Which wings it can build for: `rustc`, `gcc`, `clang`, or a name of one's own.
    pub family: String,
    /// The program (an absolute path) and arguments that always follow it.
    pub command: Vec<String>,
    /// Added to the sandbox's own small environment.
    pub env: BTreeMap<String, String>,
    pub version: Version,
    pub abilities: Abilities,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// The line a person would quote.
    pub text: String,
    pub release: Option<String>,
    pub commit: Option<String>,
    pub llvm: Option<String>,
    pub host: Option<String>,
}

/// What a compiler was seen to do. Everything here was tried, nothing guessed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Abilities {
    /// What spektr can use it for: `custom-mir`, `const-eval`, …
    pub features: Vec<String>,
    pub flags: Vec<Ability>,
    /// Flags of every build, so that no check of the compiler's own changes a program.
    pub always: Vec<String>,
    /// Flags of a build without optimization.
    pub unoptimised: Vec<String>,
    pub bisects: Vec<Bisect>,
    pub toggles: Option<Toggles>,
    pub sanitizers: Vec<String>,
    /// Code generators other than the default one.
    pub backends: Vec<String>,
    /// Path of Miri, if it lies beside the compiler.
    pub miri: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ability {
    pub flag: String,
    pub accepted: bool,
    /// What the compiler said if it did not accept the flag.
    pub reason: String,
}

/// Where in a compiler a pass lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    Mir,
    Llvm,
    /// Behind all passes that can be counted.
    Codegen,
}

/// A flag that stops optimization after so many passes, and names them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bisect {
    pub layer: Layer,
    /// `{}` stands for the number of passes to run.
    pub limit: String,
    /// Flags needed for the count to mean the same in every run.
    pub also: Vec<String>,
    /// A flag that leaves out one pass, where there is one; `{}` stands for its name.
    #[serde(default)]
    pub leave_out: Option<String>,
}

/// Flags that switch single passes off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Toggles {
    pub layer: Layer,
    /// `{}` stands for the name of a pass.
    pub off: String,
    /// Optimizations that may be left out without changing what programs mean, in the
    /// order in which the compiler runs them.
    pub passes: Vec<String>,
}

impl Compiler {
    pub fn accepts(&self, flag: &str) -> bool {
        self.abilities.flags.iter().any(|ability| ability.flag == flag && ability.accepted)
    }

    pub fn can(&self, feature: &str) -> bool {
        self.abilities.features.iter().any(|name| name == feature)
    }
}
