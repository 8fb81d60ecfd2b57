//! Whether one program does no more than another may: what is said of the two.

/// What was found out, with the words for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refinement {
    pub verdict: Refined,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refined {
    /// On everything that was tried.
    Yes,
    /// The text has the input that shows it.
    No,
    CannotTell,
    /// One of the programs is not understood.
    NotUnderstood,
}

/// How much is tried before two programs are said to agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    Quick,
    #[default]
    Usual,
    Thorough,
}
