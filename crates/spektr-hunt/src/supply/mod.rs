//! Where programs come from: a generator and its seeds, a corpus that grows by what its
//! programs reach, a command that somebody else wrote. What a program reached flows back
//! to where it came from.

mod command;
mod corpus;
mod generator;

pub use command::Command;
pub use corpus::Corpus;
pub use generator::Generator;

use serde::{Deserialize, Serialize};
use spektr_judge::Case;

/// A supply of programs, by number. Equal numbers give equal programs, as far as nothing was
/// learned in between.
pub trait Supply: Send + Sync {
    /// What it is, for the settings of a campaign: equal texts supply the same.
    fn describe(&self) -> String;

    /// The program of a seed, or why there is none.
    fn supply(&self, seed: u64) -> Result<Supplied, String>;

    /// Whether what was reached is wanted back. Then programs are judged one by one.
    fn learns(&self) -> bool {
        false
    }

    /// Takes note of what of a tool a program has reached, and tells how much of it nothing
    /// before it had.
    fn learn(&self, _supplied: &Supplied, _reached: &[u64]) -> u64 {
        0
    }
}

/// A program, and where it came from.
pub struct Supplied {
    pub seed: u64,
    pub origin: Origin,
    pub case: Case,
}

/// Where a program came from, as findings keep it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The generator, or the command.
    pub maker: String,
    /// Digests of the programs it was made from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parents: Vec<String>,
}
