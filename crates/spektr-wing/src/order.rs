//! What is asked of a generator, and what comes back.

use crate::{Execution, Program};

/// One way in which a wing makes programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Maker {
    /// As typed: `scalar`, `edge`, `crossover`.
    pub name: &'static str,
    pub about: &'static str,
    /// Whether it makes programs out of others, and so needs a corpus.
    pub wants_parents: bool,
}

/// A policy that comes with a wing and is asked for by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedPolicy {
    /// As typed, in the place of a file.
    pub name: &'static str,
    pub about: &'static str,
    /// What the file would say.
    pub text: &'static str,
}

/// What a generator is asked for. `policy` is the text of a policy file in the wing's
/// own format; `None` means the built-in default.
#[derive(Clone, Copy, Default)]
pub struct Order<'a> {
    /// One of the wing's makers; the first if it is empty.
    pub maker: &'a str,
    pub seed: u64,
    pub policy: Option<&'a str>,
    /// Statements to aim for; `None` leaves it to the policy.
    pub size: Option<u32>,
    /// Programs to make the new one from, for makers that want some.
    pub parents: &'a [&'a dyn Program],
}

/// A freshly made program together with what the machine saw while it was made.
pub struct Made {
    pub program: Box<dyn Program>,
    pub execution: Execution,
}

/// What a wing knows of the programs of a corpus, so that parents are chosen which go together.
pub trait Index: Send + Sync {
    /// A program joins, under the next number.
    fn add(&mut self, program: &dyn Program);

    /// The numbers of the parents of an order.
    fn choose(&self, order: &Order<'_>) -> Vec<usize>;
}
