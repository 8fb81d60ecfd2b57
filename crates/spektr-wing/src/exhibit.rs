//! Texts for those who receive a bug, in a form that their own tools read.

/// A file that goes into a bundle beside the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exhibit {
    pub name: String,
    pub text: String,
    /// What it is for, in a sentence without its end.
    pub about: String,
    pub executable: bool,
}
