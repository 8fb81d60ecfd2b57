//! Why a run stopped, as a compiler would say it: message, excerpt with carets, notes.

use std::fmt::Write;

use crate::{Sources, Span};

/// What a person reads about a stop.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// `undefined`, `unspecified` or `out of fuel`.
    pub class: &'static str,
    /// The rule that was broken, by its short name.
    pub rule: &'static str,
    pub message: String,
    pub span: Option<Span>,
    /// Where that is, in the language's own terms: a function and a block.
    pub context: String,
    pub notes: Vec<Note>,
}

/// Something that helps to understand, with where it happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    pub message: String,
    pub span: Option<Span>,
}

impl Diagnostic {
    /// The diagnostic with excerpts of the text that the program was read from.
    pub fn render(&self, sources: &Sources) -> String {
        let mut out = format!("{}[{}]: {}\n", self.class, self.rule, self.message);
        let spans = self.span.iter().chain(self.notes.iter().filter_map(|note| note.span.as_ref()));
        let last = spans.map(|span| sources.position(*span).line).max().unwrap_or(0);
        let indent = last.to_string().len();
        // Writing to a string cannot fail.
        if let Some(span) = self.span {
            let position = sources.position(span);
            let context = if self.context.is_empty() {
                String::new()
            } else {
                format!(" ({})", self.context)
            };
            let _ = writeln!(out, "{:indent$}--> {position}{context}", "");
            out.push_str(&sources.excerpt(span, indent));
        }
        for note in &self.notes {
            let _ = writeln!(out, "note: {}", note.message);
            if let Some(span) = note.span {
                let _ = writeln!(out, "{:indent$}--> {}", "", sources.position(span));
                out.push_str(&sources.excerpt(span, indent));
            }
        }
        out
    }
}
