//! What a preprocessor leaves behind: line marks and pragmas. Any other directive means that no
//! preprocessor has been at work, and is said so.

use spektr_text::{LineMark, Span};

use super::{Read, fail};
use crate::syntax::Container;

/// What a directive asks of the parser.
pub enum Directive {
    Nothing,
    /// Members are aligned to at most so many bytes from here on.
    Pack(Option<u8>),
}

/// The pragma by which a file says what it is compiled with.
const FLAGS: &str = "#pragma spektr flags";

/// The flags that a text says it is compiled with, instead of those that are on trial.
pub(crate) fn own_flags(text: &str) -> Option<Vec<String>> {
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix(FLAGS))?;
    Some(line.split_whitespace().map(str::to_owned).collect())
}

/// The line that says so.
pub(crate) fn flags_line(flags: &[String]) -> String {
    let words = flags.iter().map(|flag| format!(" {flag}"));
    format!("{FLAGS}{}\n", words.collect::<String>())
}

fn flags_pragma(rest: &str, span: Span) -> Read<Directive> {
    let mut words = rest.split_whitespace();
    if words.next() != Some("flags") {
        return fail(span, "`#pragma spektr` is followed by `flags` and what to compile with");
    }
    match words.find(|word| !word.starts_with('-')) {
        Some(word) => fail(span, format!("`{word}` is no flag of a compiler")),
        None => Ok(Directive::Nothing),
    }
}

/// The state that directives change.
#[derive(Default)]
pub struct Directives {
    pub marks: Vec<LineMark>,
    /// Whether the text is C++.
    cpp: bool,
    pack: Option<u8>,
    pushed: Vec<(Option<String>, Option<u8>)>,
}

/// Pragmas that change what a program means and are not understood.
const REFUSED: [&str; 4] = ["scalar_storage_order", "redefine_extname", "weak", "ms_struct"];

/// Whether `<array>` and the like is asked for, of which the parser knows what it declares.
pub fn is_container_header(rest: &str) -> bool {
    let name = rest.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
    name.is_some_and(|name| Container::ALL.iter().any(|container| container.header() == name))
}

impl Directives {
    pub fn new(cpp: bool) -> Directives {
        Directives { cpp, ..Directives::default() }
    }

    /// Reads the text behind `#`. `next_line` is the number of the line after it.
    pub fn read(&mut self, text: &str, next_line: u32, span: Span) -> Read<Directive> {
        let text = text.trim();
        let word: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let rest = text[word.len()..].trim_start();
        match word.as_str() {
            "" if text.is_empty() => Ok(Directive::Nothing),
            "pragma" => self.pragma(rest, span),
            "line" => self.line_mark(rest, next_line, span),
            "ident" | "sccs" => Ok(Directive::Nothing),
            number if number.starts_with(|c: char| c.is_ascii_digit()) => {
                self.line_mark(text, next_line, span)
            }
            "include" if self.cpp && is_container_header(rest) => Ok(Directive::Nothing),
            other => fail(span, format!("`#{other}`: this text needs a preprocessor first")),
        }
    }

    /// `12 "file.c" flags`.
    fn line_mark(&mut self, text: &str, next_line: u32, span: Span) -> Read<Directive> {
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let Ok(line) = text[..digits].parse::<u32>() else {
            return fail(span, "a line mark without a line");
        };
        let name = match text[digits..].trim_start().strip_prefix('"') {
            Some(rest) => unescaped(rest),
            None => match self.marks.last() {
                Some(mark) => mark.name.clone(),
                None => return fail(span, "a line mark without a file"),
            },
        };
        self.marks.push(LineMark { at: next_line, name, line });
        Ok(Directive::Nothing)
    }

    fn pragma(&mut self, text: &str, span: Span) -> Read<Directive> {
        let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
        let (word, rest) = (&text[..end], text[end..].trim());
        if REFUSED.contains(&word) {
            return fail(span, format!("`#pragma {word}` is not understood"));
        }
        if word == "spektr" {
            return flags_pragma(rest, span);
        }
        if word != "pack" {
            return Ok(Directive::Nothing);
        }
        let Some(inner) = rest.strip_prefix('(').and_then(|rest| rest.split(')').next()) else {
            return fail(span, "`#pragma pack` without parentheses");
        };
        self.pack(inner, span)
    }

    /// `#pragma pack(4)`, `()`, `(push)`, `(push, 4)`, `(push, name, 4)`, `(pop)`, `(pop, name)`.
    fn pack(&mut self, inner: &str, span: Span) -> Read<Directive> {
        let mut words = inner.split(',').map(str::trim).filter(|word| !word.is_empty()).peekable();
        let action = words.next_if(|word| matches!(*word, "push" | "pop"));
        let is_name = |word: &&str| !word.starts_with(|c: char| c.is_ascii_digit());
        let name = words.next_if(is_name).map(str::to_string);
        let number = match words.next().map(str::parse::<u8>) {
            None => None,
            Some(Ok(number @ (0 | 1 | 2 | 4 | 8 | 16))) => Some(number),
            Some(_) => return fail(span, "`#pragma pack` takes 1, 2, 4, 8 or 16"),
        };
        match action {
            Some("push") => self.pushed.push((name, self.pack)),
            Some(_) => self.pop(name),
            None if number.is_none() => self.pack = None,
            None => {}
        }
        if let Some(number) = number {
            self.pack = (number > 0).then_some(number);
        }
        Ok(Directive::Pack(self.pack))
    }

    fn pop(&mut self, name: Option<String>) {
        let keep = match &name {
            Some(_) => self.pushed.iter().rposition(|(own, _)| *own == name),
            None => self.pushed.len().checked_sub(1),
        };
        if let Some(keep) = keep {
            self.pack = self.pushed[keep].1;
            self.pushed.truncate(keep);
        }
    }
}

/// The text of a quoted name up to its closing quote.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => break,
            '\\' => out.extend(chars.next()),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packs(lines: &[&str]) -> Option<u8> {
        let mut directives = Directives::default();
        for line in lines {
            assert!(directives.read(line, 2, Span::default()).is_ok(), "{line}");
        }
        directives.pack
    }

    #[test]
    fn packing_is_pushed_and_popped() {
        assert_eq!(packs(&["pragma pack(2)"]), Some(2));
        assert_eq!(packs(&["pragma pack(push, 1)", "pragma pack(pop)"]), None);
        assert_eq!(
            packs(&["pragma pack(4)", "pragma pack(push)", "pragma pack(1)", "pragma pack(pop)"]),
            Some(4)
        );
        assert_eq!(
            packs(&["pragma pack(push, a, 8)", "pragma pack(push, 1)", "pragma pack(pop, a)"]),
            None
        );
        assert_eq!(packs(&["pragma pack(2)", "pragma pack()"]), None);
    }

    #[test]
    fn line_marks_name_files() {
        let mut directives = Directives::default();
        for line in [" 7 \"a\\\\b \\\"c.h\" 1 3", "line 9"] {
            assert!(directives.read(line, 5, Span::default()).is_ok());
        }
        assert_eq!(directives.marks[0].name, "a\\b \"c.h");
        assert_eq!((directives.marks[1].line, directives.marks[1].at), (9, 5));
        assert!(directives.read("include <stdio.h>", 2, Span::default()).is_err());
    }
}
