//! A piece of text, by where it stands.

/// Bytes from `start` up to `end` of [`Sources`](crate::Sources). All spans are equal, so that
/// trees which differ only in where they were read from are too.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub const fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// From the start of this one to the end of the other.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end.max(self.end) }
    }

    /// Whether the thing was read from a text at all.
    pub fn is_known(self) -> bool {
        self.end > 0
    }
}

impl PartialEq for Span {
    fn eq(&self, _: &Span) -> bool {
        true
    }
}

impl Eq for Span {}

impl std::hash::Hash for Span {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}
