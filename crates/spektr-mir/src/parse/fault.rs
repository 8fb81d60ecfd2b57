//! Where reading ended and why, and how that looks to a person: the message, the line,
//! carets under the words.

use spektr_wing::Complaint;

use crate::syntax::Span;

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

/// Longer lines are cut around the place of interest.
const EXCERPT: usize = 160;

/// The complaint about `span` of `source`.
pub fn complain(source: &str, span: Span, message: impl Into<String>) -> Complaint {
    let message = message.into();
    let start = floor_boundary(source, span.start as usize);
    let line_start = source[..start].rfind('\n').map_or(0, |i| i + 1);
    let line_end = source[start..].find('\n').map_or(source.len(), |i| start + i);
    let line = source[..start].bytes().filter(|&byte| byte == b'\n').count() as u32 + 1;
    let column = source[line_start..start].chars().count() as u32 + 1;

    let from = floor_boundary(source, line_start.max(start.saturating_sub(EXCERPT / 2)));
    let to = floor_boundary(source, line_end.min(start + EXCERPT));
    let excerpt = printable(&source[from..to]);
    let before = source[from..start].chars().count();
    let marked_end = floor_boundary(source, (span.end as usize).clamp(start, to.max(start)));
    let carets = source[start..marked_end].chars().count().max(1);

    let number = line.to_string();
    let gutter = " ".repeat(number.len());
    let rendered = format!(
        "error: {message}\n{gutter}--> {line}:{column}\n{gutter} |\n{number} | {excerpt}\n\
         {gutter} | {}{}\n",
        " ".repeat(before),
        "^".repeat(carets),
    );
    Complaint { message, file: String::new(), line, column, rendered }
}

/// Control characters would move carets and upset terminals.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn floor_boundary(text: &str, mut index: usize) -> usize {
    index = index.min(text.len());
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}
