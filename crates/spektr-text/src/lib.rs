//! Source text as every wing sees it: several files laid end to end, spans of it, what a
//! person calls a position, and the two things that are said about positions: that something
//! was not understood ([`Complaint`]), and that a run stopped there ([`Diagnostic`]).
//! Knows no language and reads no files.

mod complaint;
mod diagnostic;
mod excerpt;
mod printable;
mod sources;
mod span;

pub use complaint::Complaint;
pub use diagnostic::{Diagnostic, Note};
pub use printable::printable;
pub use sources::{LineMark, Position, Sources};
pub use span::Span;
