//! The parser's state and its hand on the tokens.

use std::mem;

use spektr_text::Span;

use super::function::FunctionState;
use super::keyword::Keyword;
use super::lex::{Name, Punct, Tok, Token, Tokens};
use super::scope::Scopes;
use super::{DEEPEST, Read, TALLEST, fail};
use crate::syntax::{Expr, Program};
use crate::types::Types;
use crate::typing::Typed;

/// Reads one unit into a program.
pub struct Parser<'p> {
    pub program: &'p mut Program,
    pub tokens: Tokens,
    pub scopes: Scopes,
    pub unit: u32,
    /// Whether the unit is C++.
    pub cpp: bool,
    /// The function whose body is being read.
    pub function: Option<FunctionState>,
    /// What `#pragma pack` says here.
    pub pack: Option<u8>,
    at: usize,
    depth: usize,
    /// How tall the expression is that was read last.
    height: usize,
}

impl<'p> Parser<'p> {
    pub fn new(program: &'p mut Program, tokens: Tokens) -> Parser<'p> {
        let unit = program.units.len() as u32 - 1;
        let cpp = program.units[unit as usize].is_cpp();
        let scopes = Scopes::new();
        let mut parser = Parser {
            program,
            tokens,
            scopes,
            unit,
            cpp,
            function: None,
            pack: None,
            at: 0,
            depth: 0,
            height: 0,
        };
        parser.skip_packs();
        parser
    }

    pub fn types(&mut self) -> &mut Types {
        &mut self.program.types
    }

    pub fn peek(&self) -> Tok {
        self.tokens.list[self.at].tok
    }

    /// The token after the next one.
    pub fn peek_second(&self) -> Tok {
        self.peek_ahead(1)
    }

    /// The token `ahead` of the next one; packings do not count.
    pub fn peek_ahead(&self, ahead: usize) -> Tok {
        let rest = self.tokens.list[self.at..].iter();
        rest.map(|token| token.tok)
            .filter(|tok| !matches!(tok, Tok::Pack(_)))
            .nth(ahead)
            .unwrap_or(Tok::End)
    }

    pub fn span(&self) -> Span {
        self.tokens.list[self.at].span
    }

    /// The span of the token before this one.
    pub fn last_span(&self) -> Span {
        self.tokens.list[self.at.saturating_sub(1)].span
    }

    pub fn next(&mut self) -> Token {
        let token = self.tokens.list[self.at];
        if token.tok != Tok::End {
            self.at += 1;
            self.skip_packs();
        }
        token
    }

    fn skip_packs(&mut self) {
        while let Tok::Pack(pack) = self.peek() {
            self.pack = pack;
            self.at += 1;
        }
    }

    pub fn is(&self, punct: Punct) -> bool {
        self.peek() == Tok::Punct(punct)
    }

    pub fn is_keyword(&self, keyword: Keyword) -> bool {
        self.peek() == Tok::Keyword(keyword)
    }

    pub fn eat(&mut self, punct: Punct) -> bool {
        let found = self.is(punct);
        if found {
            self.next();
        }
        found
    }

    pub fn eat_keyword(&mut self, keyword: Keyword) -> bool {
        let found = self.is_keyword(keyword);
        if found {
            self.next();
        }
        found
    }

    pub fn eat_name(&mut self) -> Option<(Name, Span)> {
        let Tok::Name(name) = self.peek() else { return None };
        Some((name, self.next().span))
    }

    pub fn expect(&mut self, punct: Punct) -> Read<Span> {
        if self.is(punct) {
            return Ok(self.next().span);
        }
        self.unexpected(&format!("`{}`", punct.spelling()))
    }

    pub fn expect_name(&mut self) -> Read<(Name, Span)> {
        match self.eat_name() {
            Some(found) => Ok(found),
            None => self.unexpected("a name"),
        }
    }

    /// Complains that something else was expected here.
    pub fn unexpected<T>(&self, wanted: &str) -> Read<T> {
        let found = match self.peek() {
            Tok::End => "the end of the file".to_string(),
            _ => {
                let text = self.tokens.spelling(self.span());
                let shown: String = text.chars().take(40).collect();
                format!("`{shown}`")
            }
        };
        fail(self.span(), format!("expected {wanted}, found {found}"))
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        self.tokens.name(name)
    }

    /// Runs `read` one level deeper.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= DEEPEST {
            return fail(self.span(), format!("nested more than {DEEPEST} levels deep"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// How tall the expression read last is.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Notes that an expression over others, the tallest of `below`, has been built.
    pub fn grow(&mut self, below: usize, span: Span) -> Read<()> {
        self.height = below + 1;
        if self.height > TALLEST {
            return fail(span, format!("an expression of more than {TALLEST} operators in a row"));
        }
        Ok(())
    }

    /// A result of the typing rules, with where it is.
    pub fn typed(&self, result: Typed, span: Span) -> Read<Expr> {
        match result {
            Ok(expr) => Ok(Expr { span, ..expr }),
            Err(why) => fail(span, why),
        }
    }

    /// From the start of `from` to the last token read.
    pub fn since(&self, from: Span) -> Span {
        from.to(self.last_span())
    }

    /// Takes the tokens of another text for a while, such as a declaration that the parser
    /// itself knows.
    pub fn with_tokens<T>(
        &mut self,
        list: Vec<Token>,
        read: impl FnOnce(&mut Self) -> Read<T>,
    ) -> Read<T> {
        let outer = mem::replace(&mut self.tokens.list, list);
        let at = mem::replace(&mut self.at, 0);
        let result = read(self);
        self.tokens.list = outer;
        self.at = at;
        result
    }

    /// A way back to this token.
    pub fn mark(&self) -> usize {
        self.at
    }

    pub fn back_to(&mut self, mark: usize) {
        self.at = mark;
    }
}
