//! The files of one program, and what a person calls a place in them.

use crate::{Complaint, Span, excerpt};

/// Files laid end to end: a span's offsets count from the start of the first one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    files: Vec<File>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct File {
    name: String,
    text: String,
    /// Where the file starts, counted over all files. One byte lies between two of them.
    start: u32,
    /// Where its lines start, relative to the file.
    lines: Vec<u32>,
    marks: Vec<LineMark>,
}

/// From here on, lines are those of another file: what a preprocessor leaves behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMark {
    /// The first line (from 1) of this text that the mark is about.
    pub at: u32,
    pub name: String,
    /// What that line is called.
    pub line: u32,
}

/// A place as a person names it. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.file.is_empty() {
            write!(f, "{}:", self.file)?;
        }
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl Sources {
    /// Text that is one file.
    pub fn one(name: impl Into<String>, text: impl Into<String>) -> Sources {
        let mut sources = Sources::default();
        sources.add(name, text);
        sources
    }

    /// Adds a file; returns the offset that its first byte has in spans.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> u32 {
        let (name, text) = (name.into(), text.into());
        let start = self.files.last().map_or(0, |file| file.end() + 1);
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let lines = std::iter::once(0).chain(breaks.map(|(at, _)| at as u32 + 1)).collect();
        self.files.push(File { name, text, start, lines, marks: Vec::new() });
        start
    }

    /// Adds what a preprocessor said of the lines of the last file, in order.
    pub fn mark_lines(&mut self, marks: Vec<LineMark>) {
        if let Some(file) = self.files.last_mut() {
            file.marks = marks;
        }
    }

    /// The files, as name, text and the offset of its start.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str, u32)> {
        self.files.iter().map(|file| (file.name.as_str(), file.text.as_str(), file.start))
    }

    /// The text of a span; empty if it is not within one file.
    pub fn text(&self, span: Span) -> &str {
        let Some(file) = self.file(span.start) else { return "" };
        let (start, end) = (span.start - file.start, span.end.saturating_sub(file.start));
        file.text.get(start as usize..end as usize).unwrap_or("")
    }

    /// What a person calls the start of a span. Offsets beyond the text are its end.
    pub fn position(&self, span: Span) -> Position {
        let Some(file) = self.file(span.start) else {
            return Position { file: String::new(), line: 0, column: 0 };
        };
        let (line, column) = file.line_and_column(span.start);
        let mark = file.marks.partition_point(|mark| mark.at <= line).checked_sub(1);
        let (name, line) = match mark.map(|index| &file.marks[index]) {
            Some(mark) => (&mark.name, mark.line + (line - mark.at)),
            None => (&file.name, line),
        };
        Position { file: name.clone(), line, column }
    }

    /// The line of a span with carets below what it means, as `indent` columns of line numbers
    /// ask; nothing if there is no text.
    pub fn excerpt(&self, span: Span, indent: usize) -> String {
        let Some(file) = self.file(span.start) else { return String::new() };
        let (line, _) = file.line_and_column(span.start);
        let line_start = file.lines[line as usize - 1];
        let text = file.text[line_start as usize..].lines().next().unwrap_or("");
        let from = excerpt::floor(text, (span.start - file.start - line_start) as usize);
        let length = span.end.saturating_sub(span.start) as usize;
        let to = excerpt::floor(text, from.saturating_add(length.max(1)));
        excerpt::underlined(text, from..to, self.position(span).line, indent)
    }

    /// What is said of text that was not understood.
    pub fn complaint(&self, span: Span, message: impl Into<String>) -> Complaint {
        let message = message.into();
        let position = self.position(span);
        let indent = position.line.to_string().len();
        let rendered = format!(
            "error: {message}\n{:indent$}--> {position}\n{}",
            "",
            self.excerpt(span, indent)
        );
        let Position { file, line, column } = position;
        Complaint { message, file, line, column, rendered }
    }

    fn file(&self, offset: u32) -> Option<&File> {
        let after = self.files.partition_point(|file| file.start <= offset);
        self.files.get(after.checked_sub(1)?)
    }
}

impl File {
    fn end(&self) -> u32 {
        self.start + self.text.len() as u32
    }

    fn line_and_column(&self, offset: u32) -> (u32, u32) {
        let offset = excerpt::floor(&self.text, (offset - self.start) as usize);
        let line = self.lines.partition_point(|&start| start as usize <= offset);
        let before = &self.text[self.lines[line - 1] as usize..offset];
        (line as u32, before.chars().count() as u32 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_name_the_file_and_count_characters() {
        let mut sources = Sources::one("a.c", "int x;\nint é = y;\n");
        let start = sources.add("b.c", "int z;");
        let at = |offset| sources.position(Span::new(offset, offset + 1)).to_string();
        assert_eq!(at(0), "a.c:1:1");
        assert_eq!(at(7 + 9), "a.c:2:9");
        assert_eq!(at(start + 4), "b.c:1:5");
        assert_eq!(at(9999), "b.c:1:7");
        assert_eq!(Sources::default().position(Span::default()).line, 0);
        assert_eq!(Sources::one("", "x").position(Span::new(0, 1)).to_string(), "1:1");
    }

    #[test]
    fn lines_are_called_what_the_preprocessor_called_them() {
        let mut sources = Sources::one("a.i", "# 1 \"a.c\"\nfoo\n# 70 \"b.h\"\nbar\nbaz\n");
        let mark = |at, name: &str, line| LineMark { at, name: name.into(), line };
        sources.mark_lines(vec![mark(2, "a.c", 1), mark(4, "b.h", 70)]);
        let complaint = sources.complaint(Span::new(29, 32), "what is this?");
        assert_eq!((complaint.file.as_str(), complaint.line), ("b.h", 71));
        assert!(
            complaint.rendered.contains("--> b.h:71:1\n   |\n71 | baz\n   | ^^^\n"),
            "{}",
            complaint.rendered
        );
    }

    #[test]
    fn carets_stand_below_the_span() {
        let sources = Sources::one("f", "one\n\ttwo = three;\n");
        assert_eq!(sources.excerpt(Span::new(5, 8), 1), "  |\n2 | \ttwo = three;\n  | \t^^^\n");
        assert_eq!(
            sources.excerpt(Span::new(5, 900), 1),
            "  |\n2 | \ttwo = three;\n  | \t^^^^^^^^^^^^\n"
        );
        assert!(sources.excerpt(Span::new(70, 90), 1).contains('^'));
    }
}
