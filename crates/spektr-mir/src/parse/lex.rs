//! Source text to tokens. Knows Rust's lexical grammar and how delimiters pair up, and
//! nothing about what the words mean.

use super::fault::{Result, fault};
use crate::syntax::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Ident,
    Lifetime,
    Int,
    Float,
    Char,
    /// A string literal without prefix.
    Str,
    /// Byte, byte string, C string or raw string literals.
    OtherLiteral,
    /// One character of punctuation. A `>` is always alone; operators that start with
    /// it are put together by the expression parser, types close it one by one.
    Punct(u8),
    /// `::`
    PathSep,
    /// `->`
    Arrow,
    /// `=>`
    FatArrow,
    EqEq,
    NotEq,
    LessEq,
    Shl,
    AndAnd,
    OrOr,
    DotDot,
    Open(u8),
    Close(u8),
    End,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub start: u32,
    pub end: u32,
    /// For an opening delimiter the index of its closing one.
    pub mate: u32,
}

impl Token {
    pub fn span(self) -> Span {
        Span { start: self.start, end: self.end }
    }
}

/// All tokens, closed by one [`Kind::End`]. Delimiters are balanced.
pub(crate) fn lex(source: &str) -> Result<Vec<Token>> {
    let mut lexer = Lexer {
        bytes: source.as_bytes(),
        source,
        pos: 0,
        tokens: Vec::with_capacity(source.len() / 3),
        open: Vec::new(),
    };
    lexer.run()?;
    Ok(lexer.tokens)
}

struct Lexer<'a> {
    source: &'a str,
    bytes: &'a [u8],
    pos: usize,
    tokens: Vec<Token>,
    /// Indices of delimiters still open.
    open: Vec<u32>,
}

impl Lexer<'_> {
    fn run(&mut self) -> Result<()> {
        if self.bytes.starts_with(b"#!") && !self.bytes.starts_with(b"#![") {
            self.skip_line();
        }
        if self.bytes.starts_with("\u{feff}".as_bytes()) {
            self.pos = 3;
        }
        while let Some(&byte) = self.bytes.get(self.pos) {
            if byte.is_ascii_whitespace() {
                self.pos += 1;
            } else if byte == b'/' && self.at(1) == b'/' {
                self.skip_line();
            } else if byte == b'/' && self.at(1) == b'*' {
                self.skip_comment()?;
            } else {
                let start = self.pos;
                let kind = self.token(byte)?;
                self.push(kind, start)?;
            }
        }
        if let Some(open) = self.open.pop() {
            let token = self.tokens[open as usize];
            return fault(token.span(), "this delimiter is never closed");
        }
        self.push(Kind::End, self.pos)
    }

    fn at(&self, ahead: usize) -> u8 {
        self.bytes.get(self.pos + ahead).copied().unwrap_or(0)
    }

    fn here(&self, start: usize) -> Span {
        Span { start: start as u32, end: (self.pos.max(start + 1)) as u32 }
    }

    fn push(&mut self, kind: Kind, start: usize) -> Result<()> {
        let index = self.tokens.len() as u32;
        match kind {
            Kind::Open(_) => self.open.push(index),
            Kind::Close(close) => match self.open.pop() {
                Some(open) if self.tokens[open as usize].kind == Kind::Open(opener(close)) => {
                    self.tokens[open as usize].mate = index;
                }
                Some(open) => {
                    let before = &self.bytes[..self.tokens[open as usize].start as usize];
                    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
                    let text =
                        format!("this closes what line {line} opened with another delimiter");
                    return fault(self.here(start), text);
                }
                None => return fault(self.here(start), "this closes what was never opened"),
            },
            _ => {}
        }
        self.tokens.push(Token { kind, start: start as u32, end: self.pos as u32, mate: 0 });
        Ok(())
    }

    fn skip_line(&mut self) {
        while self.pos < self.bytes.len() && self.bytes[self.pos] != b'\n' {
            self.pos += 1;
        }
    }

    fn skip_comment(&mut self) -> Result<()> {
        let start = self.pos;
        let mut depth = 0usize;
        while self.pos < self.bytes.len() {
            match (self.at(0), self.at(1)) {
                (b'/', b'*') => {
                    depth += 1;
                    self.pos += 2;
                }
                (b'*', b'/') => {
                    depth -= 1;
                    self.pos += 2;
                    if depth == 0 {
                        return Ok(());
                    }
                }
                _ => self.pos += 1,
            }
        }
        fault(Span { start: start as u32, end: start as u32 + 2 }, "this comment never ends")
    }

    fn token(&mut self, byte: u8) -> Result<Kind> {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
            b'0'..=b'9' => Ok(self.number()),
            b'"' => self.string(Kind::Str),
            b'\'' => self.quote(),
            _ => self.punctuation(byte),
        }
    }

    fn punctuation(&mut self, byte: u8) -> Result<Kind> {
        let (kind, length) = match (byte, self.at(1)) {
            (b':', b':') => (Kind::PathSep, 2),
            (b'-', b'>') => (Kind::Arrow, 2),
            (b'=', b'>') => (Kind::FatArrow, 2),
            (b'=', b'=') => (Kind::EqEq, 2),
            (b'!', b'=') => (Kind::NotEq, 2),
            (b'<', b'=') => (Kind::LessEq, 2),
            (b'<', b'<') => (Kind::Shl, 2),
            (b'&', b'&') => (Kind::AndAnd, 2),
            (b'|', b'|') => (Kind::OrOr, 2),
            (b'.', b'.') => (Kind::DotDot, 2),
            (b'(' | b'[' | b'{', _) => (Kind::Open(byte), 1),
            (b')' | b']' | b'}', _) => (Kind::Close(byte), 1),
            (
                b'!' | b'#' | b'$' | b'%' | b'&' | b'*' | b'+' | b',' | b'-' | b'.' | b'/' | b':'
                | b';' | b'<' | b'=' | b'>' | b'?' | b'@' | b'^' | b'|' | b'~',
                _,
            ) => (Kind::Punct(byte), 1),
            _ => {
                let c = self.source[self.pos..].chars().next().unwrap_or('\u{fffd}');
                return fault(self.here(self.pos), format!("unexpected character {c:?}"));
            }
        };
        self.pos += length;
        Ok(kind)
    }

    fn word(&mut self) -> Result<Kind> {
        match (self.at(0), self.at(1), self.at(2)) {
            (b'b' | b'c', b'"', _) => {
                self.pos += 1;
                return self.string(Kind::OtherLiteral);
            }
            (b'b', b'\'', _) => {
                self.pos += 1;
                self.quote()?;
                return Ok(Kind::OtherLiteral);
            }
            (b'r', b'"', _) | (b'r', b'#', b'"' | b'#') => return self.raw_string(1),
            (b'b' | b'c', b'r', b'"' | b'#') => return self.raw_string(2),
            // A raw identifier: the mark is part of the word.
            (b'r', b'#', _) => self.pos += 2,
            _ => {}
        }
        self.skip_word();
        Ok(Kind::Ident)
    }

    fn skip_word(&mut self) {
        while self.at(0).is_ascii_alphanumeric() || self.at(0) == b'_' {
            self.pos += 1;
        }
    }

    fn number(&mut self) -> Kind {
        let after_dot = matches!(
            self.tokens.last(),
            Some(token) if token.kind == Kind::Punct(b'.') && token.end as usize == self.pos
        );
        if after_dot {
            // A tuple field: in `x.0.1` there is no `0.1`.
            while self.at(0).is_ascii_digit() {
                self.pos += 1;
            }
            return Kind::Int;
        }
        if self.at(0) == b'0' && matches!(self.at(1), b'x' | b'o' | b'b') {
            self.skip_word();
            return Kind::Int;
        }
        let mut kind = Kind::Int;
        self.skip_digits();
        let dot_follows =
            self.at(1) == b'.' || self.at(1) == b'_' || self.at(1).is_ascii_alphabetic();
        if self.at(0) == b'.' && !dot_follows {
            kind = Kind::Float;
            self.pos += 1;
            self.skip_digits();
        }
        if matches!(self.at(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.at(1), b'+' | b'-'));
            if self.at(1 + sign).is_ascii_digit() {
                kind = Kind::Float;
                self.pos += 1 + sign;
            }
        }
        self.skip_word();
        kind
    }

    fn skip_digits(&mut self) {
        while self.at(0).is_ascii_digit() || self.at(0) == b'_' {
            self.pos += 1;
        }
    }

    fn string(&mut self, kind: Kind) -> Result<Kind> {
        let start = self.pos;
        self.pos += 1;
        while self.pos < self.bytes.len() {
            match self.at(0) {
                b'"' => {
                    self.pos += 1;
                    self.skip_word();
                    return Ok(kind);
                }
                b'\\' => self.pos += 2,
                _ => self.pos += 1,
            }
        }
        self.pos = self.bytes.len();
        fault(Span { start: start as u32, end: start as u32 + 1 }, "this string never ends")
    }

    fn raw_string(&mut self, prefix: usize) -> Result<Kind> {
        let start = self.pos;
        self.pos += prefix;
        let mut hashes = 0;
        while self.at(0) == b'#' {
            hashes += 1;
            self.pos += 1;
        }
        if self.at(0) != b'"' {
            return fault(self.here(start), "this is neither a raw string nor a name");
        }
        let closing = format!("\"{}", "#".repeat(hashes));
        // The opening quote is ASCII, so slicing after it is on a boundary.
        match self.source[self.pos + 1..].find(&closing) {
            Some(length) => {
                self.pos += 1 + length + closing.len();
                Ok(Kind::OtherLiteral)
            }
            None => fault(self.here(start), "this raw string never ends"),
        }
    }

    /// A character literal or a lifetime.
    fn quote(&mut self) -> Result<Kind> {
        let start = self.pos;
        self.pos += 1;
        if self.at(0) == b'\\' {
            self.pos += 2;
            while self.pos < self.bytes.len() && !matches!(self.at(0), b'\'' | b'\n') {
                self.pos += 1;
            }
            if self.at(0) != b'\'' {
                return fault(self.here(start), "this character literal never ends");
            }
            self.pos += 1;
            return Ok(Kind::Char);
        }
        let Some(c) = self.source.get(self.pos..).and_then(|rest| rest.chars().next()) else {
            return fault(self.here(start), "this character literal never ends");
        };
        if self.at(c.len_utf8()) == b'\'' {
            self.pos += c.len_utf8() + 1;
            return Ok(Kind::Char);
        }
        if c.is_ascii_alphabetic() || c == '_' {
            self.skip_word();
            return Ok(Kind::Lifetime);
        }
        fault(self.here(start), "this is neither a character nor a lifetime")
    }
}

fn opener(close: u8) -> u8 {
    match close {
        b')' => b'(',
        b']' => b'[',
        _ => b'{',
    }
}
