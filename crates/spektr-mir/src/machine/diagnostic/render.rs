//! A diagnostic as text: message, source excerpt with carets, notes.

use std::fmt::Write;

use crate::syntax::Span;

use super::Diagnostic;

impl Diagnostic {
    /// The diagnostic with excerpts of the source that the program was read from.
    pub fn render(&self, source: &str, name: &str) -> String {
        let mut out = format!("{}[{}]: {}\n", self.class, self.rule, self.message);
        let width = digits(source.matches('\n').count() + 1);
        // Writing to a string cannot fail.
        if let Some(location) = self.location {
            let (line, column) = position(source, location.span.start);
            let _ = writeln!(out, "{:width$}--> {name}:{line}:{column} ({})", "", self.context);
            excerpt(&mut out, source, location.span, width);
        }
        for note in &self.notes {
            match note.span {
                Some(span) => {
                    let (line, column) = position(source, span.start);
                    let _ = writeln!(out, "note: {}", note.message);
                    let _ = writeln!(out, "{:width$}--> {name}:{line}:{column}", "");
                    excerpt(&mut out, source, span, width);
                }
                None => {
                    let _ = writeln!(out, "note: {}", note.message);
                }
            }
        }
        out
    }
}

/// The first line of a span, underlined.
fn excerpt(out: &mut String, source: &str, span: Span, width: usize) {
    let (line, column) = position(source, span.start);
    let Some(text) = source.lines().nth(line - 1) else { return };
    let rest = text.chars().count().saturating_sub(column - 1);
    let length = source
        .get(span.start as usize..span.end as usize)
        .map_or(1, |text| text.lines().next().map_or(1, |first| first.chars().count()));
    let carets = "^".repeat(length.clamp(1, rest.max(1)));
    // Tabs stay tabs, so that the carets stay below what they mean.
    let indent: String =
        text.chars().take(column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let _ = writeln!(out, "{:width$} |", "");
    let _ = writeln!(out, "{line:width$} | {text}");
    let _ = writeln!(out, "{:width$} | {indent}{carets}", "");
}

/// Line and column, from 1.
fn position(source: &str, offset: u32) -> (usize, usize) {
    let before = source.get(..offset as usize).unwrap_or(source);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |text| text.chars().count()) + 1;
    (line, column)
}

fn digits(number: usize) -> usize {
    number.to_string().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_below_the_span() {
        let source = "one\n  two = three;\n";
        let mut out = String::new();
        excerpt(&mut out, source, Span { start: 6, end: 9 }, 1);
        assert_eq!(out, "  |\n2 |   two = three;\n  |   ^^^\n");
    }

    #[test]
    fn spans_beyond_the_source_do_no_harm() {
        let mut out = String::new();
        excerpt(&mut out, "x", Span { start: 70, end: 90 }, 1);
        assert!(out.contains("1 | x"));
    }
}
