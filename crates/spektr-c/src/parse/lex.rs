//! Text into tokens. Knows what a token looks like and nothing of what it means; directives are
//! handed to [`super::directive`], spellings of literals are kept for [`super::literal`].

use std::collections::HashMap;
use std::rc::Rc;

use spektr_text::{LineMark, Span};

use super::directive::{Directive, Directives};
use super::keyword::Keyword;
use super::{Read, fail};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tok {
    Name(Name),
    Keyword(Keyword),
    /// An integer or floating constant, by its spelling.
    Number,
    /// With its quotes and prefix, by its spelling.
    Char,
    String,
    Punct(Punct),
    /// `#pragma pack` with the packing that holds from here on.
    Pack(Option<u8>),
    End,
}

/// An identifier, as a number that is the same for the same text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub u32);

#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub tok: Tok,
    pub span: Span,
}

/// The tokens of one unit.
#[derive(Debug)]
pub struct Tokens {
    pub list: Vec<Token>,
    pub names: Vec<Rc<str>>,
    pub known: HashMap<Rc<str>, Name>,
    pub text: String,
    /// What offset 0 of `text` is in spans.
    pub start: u32,
}

impl Tokens {
    pub fn name(&self, name: Name) -> &str {
        &self.names[name.0 as usize]
    }

    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(&name) = self.known.get(text) {
            return name;
        }
        let (name, text) = (Name(self.names.len() as u32), Rc::<str>::from(text));
        self.names.push(text.clone());
        self.known.insert(text, name);
        name
    }

    pub fn spelling(&self, span: Span) -> &str {
        let range = (span.start - self.start) as usize..(span.end - self.start) as usize;
        self.text.get(range).unwrap_or("")
    }
}

/// Declares the punctuators with their spellings, longest first, as the lexer tries them.
macro_rules! puncts {
    ($($name:ident $spelling:literal)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Punct { $($name),* }

        impl Punct {
            const ALL: &'static [(&'static str, Punct)] = &[$(($spelling, Punct::$name)),*];

            pub fn spelling(self) -> &'static str {
                match self { $(Punct::$name => $spelling),* }
            }
        }
    };
}

puncts! {
    Ellipsis "..." ShlAssign "<<=" ShrAssign ">>="
    Arrow "->" Increment "++" Decrement "--" Shl "<<" Shr ">>" LessEqual "<=" GreaterEqual ">="
    EqualEqual "==" NotEqual "!=" AndAnd "&&" OrOr "||" MulAssign "*=" DivAssign "/="
    RemAssign "%=" AddAssign "+=" SubAssign "-=" AndAssign "&=" XorAssign "^=" OrAssign "|="
    LeftBracket "[" RightBracket "]" LeftParen "(" RightParen ")" LeftBrace "{" RightBrace "}"
    Dot "." And "&" Star "*" Plus "+" Minus "-" Tilde "~" Not "!" Slash "/" Percent "%" Less "<"
    Greater ">" Xor "^" Or "|" Question "?" Colon ":" Semicolon ";" Assign "=" Comma ","
}

/// Two-letter spellings of brackets and braces (6.4.6p3).
const DIGRAPHS: [(&str, Punct); 4] = [
    ("<:", Punct::LeftBracket),
    (":>", Punct::RightBracket),
    ("<%", Punct::LeftBrace),
    ("%>", Punct::RightBrace),
];

/// All tokens of a text, and what its line marks say.
pub fn lex(text: &str, start: u32, cpp: bool) -> (Read<Tokens>, Vec<LineMark>) {
    let tokens = Tokens {
        list: Vec::new(),
        names: Vec::new(),
        known: HashMap::new(),
        text: text.to_string(),
        start,
    };
    let mut lexer = Lexer {
        text,
        start,
        at: 0,
        line: 1,
        fresh_line: true,
        tokens,
        directives: Directives::new(cpp),
        cpp,
    };
    let result = lexer.run();
    let Lexer { tokens, directives, .. } = lexer;
    (result.map(|()| tokens), directives.marks)
}

struct Lexer<'a> {
    text: &'a str,
    start: u32,
    at: usize,
    line: u32,
    /// Only blanks since the line began: a `#` here starts a directive.
    fresh_line: bool,
    tokens: Tokens,
    directives: Directives,
    cpp: bool,
}

impl Lexer<'_> {
    fn run(&mut self) -> Read<()> {
        loop {
            self.skip_blanks()?;
            let from = self.at;
            let Some(first) = self.rest().chars().next() else { break };
            if first == '#' && self.fresh_line {
                self.directive()?;
                continue;
            }
            self.fresh_line = false;
            let tok = self.token(first)?;
            self.push(tok, from);
        }
        self.push(Tok::End, self.at);
        Ok(())
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn span(&self, from: usize) -> Span {
        Span::new(self.start + from as u32, self.start + self.at as u32)
    }

    fn push(&mut self, tok: Tok, from: usize) {
        let span = self.span(from);
        self.tokens.list.push(Token { tok, span });
    }

    /// Whitespace, comments and spliced lines.
    fn skip_blanks(&mut self) -> Read<()> {
        loop {
            match (self.byte(0), self.byte(1)) {
                (b'\n', _) => {
                    self.at += 1;
                    self.line += 1;
                    self.fresh_line = true;
                }
                (b'\\', b'\n') => {
                    self.at += 2;
                    self.line += 1;
                }
                (b' ' | b'\t' | b'\r' | 0x0b | 0x0c, _) => self.at += 1,
                (b'/', b'/') => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
                (b'/', b'*') => {
                    let from = self.at;
                    let Some(length) = self.rest()[2..].find("*/") else {
                        self.at += 2;
                        return fail(self.span(from), "this comment does not end");
                    };
                    self.at += length + 4;
                    let lines = self.text[from..self.at].bytes().filter(|&b| b == b'\n').count();
                    self.line += lines as u32;
                }
                _ => return Ok(()),
            }
        }
    }

    fn directive(&mut self) -> Read<()> {
        let from = self.at;
        let length = self.rest().find('\n').unwrap_or(self.rest().len());
        self.at += length;
        let text = &self.text[from + 1..self.at];
        let span = self.span(from);
        match self.directives.read(text, self.line + 1, span)? {
            Directive::Nothing => {}
            Directive::Pack(pack) => self.push(Tok::Pack(pack), from),
        }
        Ok(())
    }

    fn token(&mut self, first: char) -> Read<Tok> {
        let from = self.at;
        let quoted = self.rest().trim_start_matches("u8").trim_start_matches(['L', 'u', 'U']);
        let prefix = self.rest().len() - quoted.len();
        if prefix <= 2 && quoted.starts_with(['"', '\'']) && self.is_prefix(prefix) {
            self.at += prefix;
            return self.quoted();
        }
        if first.is_ascii_digit() || (first == '.' && self.byte(1).is_ascii_digit()) {
            return Ok(self.number());
        }
        if is_name_start(first) {
            let end = self.rest().find(|c| !is_name_part(c)).unwrap_or(self.rest().len());
            self.at += end;
            // A qualified name of C++ is one name here.
            while self.cpp && self.rest().starts_with("::") {
                self.at += 2;
                let end = self.rest().find(|c| !is_name_part(c)).unwrap_or(self.rest().len());
                self.at += end;
            }
            let text = &self.text[from..self.at];
            if self.cpp && text == "bool" {
                return Ok(Tok::Keyword(Keyword::Bool));
            }
            return Ok(match Keyword::of(text) {
                Some(keyword) => Tok::Keyword(keyword),
                None => Tok::Name(self.tokens.intern(text)),
            });
        }
        let spelled = DIGRAPHS.iter().chain(Punct::ALL);
        let found = spelled.copied().find(|(spelling, _)| self.rest().starts_with(spelling));
        if let Some((spelling, punct)) = found {
            self.at += spelling.len();
            return Ok(Tok::Punct(punct));
        }
        self.at += first.len_utf8();
        fail(self.span(from), format!("`{}` is no part of C", first.escape_default()))
    }

    fn is_prefix(&self, length: usize) -> bool {
        matches!(&self.rest()[..length], "" | "L" | "u" | "U" | "u8")
    }

    /// A preprocessing number (6.4.8); what it means is found out later.
    fn number(&mut self) -> Tok {
        loop {
            let sign = matches!(self.byte(0), b'e' | b'E' | b'p' | b'P')
                && matches!(self.byte(1), b'+' | b'-');
            if sign {
                self.at += 2;
            } else if self.byte(0).is_ascii_alphanumeric() || matches!(self.byte(0), b'.' | b'_') {
                self.at += 1;
            } else {
                return Tok::Number;
            }
        }
    }

    fn quoted(&mut self) -> Read<Tok> {
        let (from, quote) = (self.at, self.byte(0));
        self.at += 1;
        loop {
            match self.byte(0) {
                b'\\' if self.byte(1) == b'\n' => {
                    self.at += 2;
                    self.line += 1;
                }
                b'\\' if self.at + 1 < self.text.len() => {
                    let escaped = self.rest()[1..].chars().next().map_or(0, char::len_utf8);
                    self.at += 1 + escaped;
                }
                b'\n' => return fail(self.span(from), "this literal does not end on its line"),
                0 if self.at >= self.text.len() => {
                    return fail(self.span(from), "this literal does not end");
                }
                byte if byte == quote => {
                    self.at += 1;
                    return Ok(if quote == b'"' { Tok::String } else { Tok::Char });
                }
                _ => self.at += self.rest().chars().next().map_or(1, char::len_utf8),
            }
        }
    }
}

fn is_name_start(c: char) -> bool {
    c == '_' || c == '$' || c.is_alphabetic()
}

fn is_name_part(c: char) -> bool {
    is_name_start(c) || c.is_alphanumeric()
}
