//! The pass that makes the difference, and who else shows the same.

use crate::config::Flag;
use crate::families::Family;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The layer of what goes wrong without any pass.
const CODE_GENERATION: &str = "codegen";

/// The step of a compiler that turns a right program into a wrong one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guilt {
    /// The part of the compiler that the pass belongs to, as its family names it.
    pub layer: String,
    /// Several names joined by `+` if only together they make it go away; empty if no pass is
    /// needed.
    pub pass: String,
    /// What it worked on, as the compiler names it; empty if it does not say.
    pub on: String,
    /// How many passes have to run for the bug to show; 0 if they cannot be counted.
    #[serde(default)]
    pub index: u64,
    /// Flags that keep the pass from running: with them the program is right.
    pub cure: Vec<Flag>,
    /// Whether the cure leaves out this pass alone, and not all of its layer: only then does it
    /// tell this bug from others.
    #[serde(default)]
    pub precise: bool,
    /// Passes of other layers without which it does not show either. Then the guilty pass may
    /// have done no wrong, and one of these is to blame: the change tells.
    #[serde(default)]
    pub needs: Vec<String>,
    /// Flags that leave out less than the cure does, and the program is right all the same: one
    /// run of the pass, or all its changes from the guilty one on.
    #[serde(default)]
    pub narrower: Vec<Flag>,
}

impl Guilt {
    pub fn of_pass(layer: &str, pass: String, on: String, index: u64) -> Guilt {
        let (layer, precise) = (layer.to_owned(), false);
        let (cure, needs, narrower) = (Vec::new(), Vec::new(), Vec::new());
        Guilt { layer, pass, on, index, cure, precise, needs, narrower }
    }

    /// Nobody's: it goes wrong without any pass that can be counted.
    pub fn of_code_generation() -> Guilt {
        Guilt::of_pass(CODE_GENERATION, String::new(), String::new(), 0)
    }

    /// Whether a pass is to blame at all.
    pub fn names_a_pass(&self) -> bool {
        // Older stores have words in place of a pass that is not there.
        self.layer != CODE_GENERATION
    }

    /// Whether both blame the same pass, wherever it stands in the pipeline and on whatever
    /// it worked.
    pub fn is_like(&self, other: &Guilt, family: &dyn Family) -> bool {
        let name = |guilt: &Guilt| family.pass_name(&guilt.pass);
        self.layer == other.layer && (!self.names_a_pass() || name(self) == name(other))
    }
}

impl fmt::Display for Guilt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.names_a_pass() {
            return f.write_str("code generation (no optimization is needed)");
        }
        write!(f, "{} pass {}", self.layer, self.pass)?;
        if !self.on.is_empty() {
            write!(f, " on {}", self.on)?;
        }
        Ok(())
    }
}

/// Whether another compiler shows the same bug.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elsewhere {
    pub compiler: String,
    pub version: String,
    /// `None` if it cannot be told: this compiler does not take these flags.
    pub affected: Option<bool>,
    pub said: String,
}
