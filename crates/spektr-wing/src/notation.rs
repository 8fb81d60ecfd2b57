//! How programs of a language are written, as far as people who read them in a report are
//! helped by it. Nothing is judged by this.

/// Names and marks of a language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notation {
    /// The language as people write it; empty if the wing's own name will do.
    pub name: &'static str,
    pub keywords: &'static [&'static str],
    /// What opens a comment that ends with its line; empty if nothing does.
    pub line_comment: &'static str,
    /// What opens and closes other comments.
    pub block_comment: Option<(&'static str, &'static str)>,
}
