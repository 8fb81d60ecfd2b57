//! Where reading ended and why.

use spektr_text::{Complaint, Sources, Span};

/// Something that was not understood. Boxed, so that the way of success stays cheap.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub message: String,
    pub span: Span,
}

pub(crate) type Result<T> = std::result::Result<T, Box<Fault>>;

pub(crate) fn fault<T>(span: Span, message: impl Into<String>) -> Result<T> {
    Err(Box::new(Fault { message: message.into(), span }))
}

/// The complaint about `span` of `source`.
pub fn complain(source: &str, span: Span, message: impl Into<String>) -> Complaint {
    Sources::one("", source).complaint(span, message)
}
