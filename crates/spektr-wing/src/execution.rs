//! What a machine says about one program: how it ended and what it must print.

use serde::{Deserialize, Serialize};

/// How many steps a machine may take before it gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fuel(pub u64);

impl Default for Fuel {
    /// Enough for every generated program by two orders of magnitude, and still only
    /// seconds of machine time.
    fn default() -> Self {
        Fuel(50_000_000)
    }
}

/// How a run on the machine ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The program is defined and this is all it does.
    Finished,
    /// The first step that is undefined behaviour; the text is a rendered diagnostic.
    Undefined { rule: String, diagnostic: String, line: u32 },
    /// The first step whose result the language leaves open.
    Unspecified { rule: String, diagnostic: String, line: u32 },
    /// The fuel ran out.
    OutOfFuel,
}

/// A run on the machine.
#[derive(Clone, Debug)]
pub struct Execution {
    pub ending: Ending,
    /// What a correct build prints, byte for byte (up to the ending).
    pub stdout: Vec<u8>,
    /// Statements and terminators executed.
    pub steps: u64,
}

impl Execution {
    pub fn is_valid(&self) -> bool {
        self.ending == Ending::Finished
    }
}

/// The first observation that differs from the machine's. Findings keep it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    pub function: String,
    pub variable: String,
    pub wanted: String,
    /// `None` where the output ended early.
    pub found: Option<String>,
}

/// How large a program is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    pub statements: u64,
    pub blocks: u64,
    pub functions: u64,
    /// Bytes of the canonical text: the tie-breaker when everything else is equal.
    pub bytes: u64,
}
