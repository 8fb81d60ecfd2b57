//! What a machine says about one program: how it ended and what it must print.

use crate::{Behaviour, End, Expect};

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

/// By which reading of the language a machine runs, where it is undecided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// As the reference, or the tool that people go by, reads it.
    #[default]
    Reference,
    /// The stricter one, under which a compiler may be blamed for what it makes of a program.
    Blame,
}

/// How a run on the machine ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The program is defined and this is all it does.
    Finished(End),
    /// The first step that is undefined behaviour; the text is a rendered diagnostic.
    Undefined { rule: String, diagnostic: String, line: u32 },
    /// The first step whose result the language leaves open.
    Unspecified { rule: String, diagnostic: String, line: u32 },
    /// The first step that the machine does not know: nothing is guessed.
    Unsupported { what: String, diagnostic: String, line: u32 },
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
    /// Whether the program is defined from start to end.
    pub fn is_valid(&self) -> bool {
        matches!(self.ending, Ending::Finished(_))
    }

    /// What is to be expected of a build: exactly this, or, of a program that means nothing,
    /// only that no tool dies of it.
    pub fn expect(&self) -> Expect {
        match self.ending {
            Ending::Finished(end) => {
                Expect::Exactly(Behaviour { stdout: self.stdout.clone(), end })
            }
            _ => Expect::NoCrash,
        }
    }
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
