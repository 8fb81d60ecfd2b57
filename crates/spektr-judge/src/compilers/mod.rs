//! Compilers as data: what they are called, what they are, what they can do. Finding
//! and probing them is the business of the submodules; nothing here runs anything.

mod discover;
mod doctor;
pub(crate) mod probe;
mod recency;

pub use discover::{Found, Places, discover};
pub use doctor::{Advice, Diagnosis, diagnose};
pub(crate) use probe::sift;
pub use probe::{Bench, probe};
pub use recency::Recency;

use crate::config::Flag;
use serde::{Deserialize, Serialize};
use spektr_wing::Audience;
use std::collections::BTreeMap;

/// A compiler that can be put under test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compiler {
    /// Short and unique: `nightly`, or the family and the version.
    pub name: String,
    /// Which kind of tool it is; a name of one's own is a kind of which little is known.
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
    /// The optimizer that it brings along, if that has a name and a version of its own.
    pub built_on: Option<String>,
    pub host: Option<String>,
    /// What else it says about itself and trackers ask for, a line each.
    #[serde(default)]
    pub details: Vec<String>,
}

/// What a compiler was seen to do. Everything here was tried, nothing guessed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Abilities {
    /// What spektr can use it for, as its family names it.
    pub features: Vec<String>,
    /// Words of newer versions that it does not know.
    #[serde(default)]
    pub lacks: Vec<String>,
    pub flags: Vec<Ability>,
    /// Flags of every build, so that no check of the compiler's own changes a program.
    pub always: Vec<String>,
    /// Flags of a build without optimization, if there is such a thing.
    pub baseline: Option<Vec<String>>,
    pub bisects: Vec<Bisect>,
    pub toggles: Option<Toggles>,
    /// Single passes, each as often as it runs, that the tool can be told to leave out.
    #[serde(default)]
    pub single_passes: Vec<String>,
    pub sanitizers: Vec<String>,
    /// Code generators other than the default one.
    pub backends: Vec<String>,
    /// Paths of programs that belong to it, by the names that its family gives them.
    pub companions: BTreeMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ability {
    pub flag: String,
    pub accepted: bool,
    /// What the compiler said if it did not accept the flag.
    pub reason: String,
}

/// A flag that stops optimization after so many passes, and names them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bisect {
    /// The part of the compiler that the passes belong to. Those of several layers are in
    /// the order in which they run.
    pub layer: String,
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
    pub layer: String,
    /// `{}` stands for the name of a pass.
    pub off: String,
    /// Optimizations that may be left out without changing what programs mean, in the
    /// order in which the compiler runs them.
    pub passes: Vec<String>,
}

/// As good as no limit; some compilers take larger numbers for none at all.
pub const ALL_PASSES: u64 = 1_000_000_000;

impl Bisect {
    /// Flags with which only so many passes run.
    pub fn stop_after(&self, limit: u64) -> impl Iterator<Item = Flag> {
        let flag = Flag::split(&self.limit.replace("{}", &limit.to_string()));
        let also: Vec<Flag> = self.also.iter().map(|flag| Flag::split(flag)).collect();
        also.into_iter().chain([flag])
    }
}

impl Toggles {
    /// The flag that keeps a pass from running.
    pub fn leave_out(&self, pass: &str) -> Flag {
        Flag::split(&self.off.replace("{}", pass))
    }
}

impl Compiler {
    /// A compiler of which nothing is known yet.
    pub fn unprobed(name: &str, family: &str) -> Compiler {
        Compiler {
            name: name.to_owned(),
            family: family.to_owned(),
            command: Vec::new(),
            env: BTreeMap::new(),
            version: Version::default(),
            abilities: Abilities::default(),
        }
    }

    /// What programs are rendered for.
    pub fn audience(&self) -> Audience<'_> {
        let Abilities { features, lacks, .. } = &self.abilities;
        Audience { family: &self.family, features, lacks }
    }

    /// Where the passes of a layer stand among the others.
    pub fn layer_order(&self, layer: &str) -> usize {
        let bisects = self.abilities.bisects.iter().map(|knob| knob.layer.as_str());
        let mut layers = bisects.chain(self.abilities.toggles.iter().map(|it| it.layer.as_str()));
        layers.position(|known| known == layer).unwrap_or(usize::MAX)
    }

    pub fn accepts(&self, flag: &str) -> bool {
        self.abilities.flags.iter().any(|ability| ability.flag == flag && ability.accepted)
    }

    pub fn can(&self, feature: &str) -> bool {
        self.abilities.features.iter().any(|name| name == feature)
    }
}
