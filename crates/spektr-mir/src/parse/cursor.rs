//! A position in the tokens of one file. Looks and steps; decides nothing.

use super::fault::{Result, fault};
use super::lex::{Kind, Token};
use crate::syntax::Span;

/// How deep constructs may nest before reading stops. Far beyond what any program needs,
/// and well within the stack of a test thread.
const DEPTH: u32 = 100;

#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    pub source: &'a str,
    tokens: &'a [Token],
    pos: usize,
    /// First token that is not read.
    end: usize,
    depth: u32,
}

impl<'a> Cursor<'a> {
    /// A cursor over all tokens; the last must be [`Kind::End`].
    pub fn new(source: &'a str, tokens: &'a [Token]) -> Cursor<'a> {
        Cursor { source, tokens, pos: 0, end: tokens.len() - 1, depth: 0 }
    }

    /// A cursor over `range` of the same tokens.
    pub fn within(&self, range: std::ops::Range<usize>) -> Cursor<'a> {
        Cursor { pos: range.start, end: range.end, depth: 0, ..self.clone() }
    }

    /// The same, for something that is named here and stands elsewhere: it is as deep.
    pub fn elsewhere(&self, range: std::ops::Range<usize>) -> Cursor<'a> {
        Cursor { pos: range.start, end: range.end, ..self.clone() }
    }

    pub fn pos(&self) -> usize {
        self.pos
    }

    pub fn seek(&mut self, pos: usize) {
        self.pos = pos;
    }

    pub fn done(&self) -> bool {
        self.pos >= self.end
    }

    #[inline]
    pub fn token(&self, ahead: usize) -> Token {
        let index = self.pos + ahead;
        if index < self.end {
            return self.tokens[index];
        }
        // Whatever stands after the range, nothing of it is to be read.
        let stop = self.tokens[self.end];
        Token { kind: Kind::End, ..stop }
    }

    #[inline]
    pub fn kind(&self) -> Kind {
        self.token(0).kind
    }

    pub fn span(&self) -> Span {
        self.token(0).span()
    }

    /// From `start` to the end of the last token read.
    pub fn since(&self, start: Span) -> Span {
        let last = self.tokens[self.pos.saturating_sub(1)].end;
        Span { start: start.start, end: last.max(start.start) }
    }

    pub fn text(&self, token: Token) -> &'a str {
        &self.source[token.start as usize..token.end as usize]
    }

    #[inline]
    pub fn bump(&mut self) -> Token {
        let token = self.token(0);
        if self.pos < self.end {
            self.pos += 1;
        }
        token
    }

    #[inline]
    pub fn eat(&mut self, kind: Kind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.pos += 1;
        }
        found
    }

    pub fn expect(&mut self, kind: Kind, what: &str) -> Result<Token> {
        if self.kind() == kind { Ok(self.bump()) } else { self.unexpected(what) }
    }

    /// Whether the next token is this word.
    #[inline]
    pub fn at_word(&self, word: &str) -> bool {
        let token = self.token(0);
        token.kind == Kind::Ident && self.text(token) == word
    }

    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.pos += 1;
        }
        found
    }

    pub fn ident(&mut self, what: &str) -> Result<&'a str> {
        let token = self.expect(Kind::Ident, what)?;
        Ok(self.text(token))
    }

    pub fn unexpected<T>(&self, wanted: &str) -> Result<T> {
        let token = self.token(0);
        let found = match token.kind {
            Kind::End => "the end".to_owned(),
            _ => format!("`{}`", self.text(token).chars().take(40).collect::<String>()),
        };
        fault(token.span(), format!("expected {wanted}, found {found}"))
    }

    /// The tokens inside the delimiter that opens here; the cursor steps behind its close.
    pub fn group(&mut self, open: u8) -> Result<std::ops::Range<usize>> {
        let token = self.expect(
            Kind::Open(open),
            match open {
                b'(' => "`(`",
                b'[' => "`[`",
                _ => "`{`",
            },
        )?;
        let inside = self.pos..token.mate as usize;
        self.pos = token.mate as usize + 1;
        Ok(inside)
    }

    /// Steps over one token, or over a whole group if one opens here.
    pub fn skip_tree(&mut self) {
        let token = self.bump();
        if let Kind::Open(_) = token.kind {
            self.pos = token.mate as usize + 1;
        }
    }

    /// Runs `read` one level deeper.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.deeper()?;
        let result = read(self);
        self.depth -= 1;
        result
    }

    pub fn deeper(&mut self) -> Result<()> {
        if self.depth >= DEPTH {
            return fault(self.span(), format!("constructs nest more than {DEPTH} levels deep"));
        }
        self.depth += 1;
        Ok(())
    }

    pub fn shallower(&mut self) {
        self.depth -= 1;
    }
}
