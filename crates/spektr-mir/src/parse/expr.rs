//! Expressions: the part of Rust's grammar that custom MIR uses.

use super::ast::{Expr, ExprKind, Path};
use super::cursor::Cursor;
use super::fault::{Result, fault};
use super::length::read_length;
use super::lex::Kind;
use super::literal::{read_char, read_int, read_str, split_float};
use super::names::Names;
use super::types::{read_generic_args, read_ty};
use crate::syntax::*;

/// Reads expressions at a cursor.
pub(crate) struct Reader<'a, 'n> {
    pub cursor: Cursor<'a>,
    pub names: &'n Names<'a>,
    pub types: &'n mut Types,
    /// Whether a `{` after a path starts a struct expression. Not so in `match x {`.
    pub struct_allowed: bool,
}

/// Chains like `a.b.c` are read in a loop but nest when they are walked.
const CHAIN: usize = 100;

impl<'a> Reader<'a, '_> {
    /// An expression, perhaps an assignment.
    pub fn statement(&mut self) -> Result<Expr<'a>> {
        let start = self.cursor.span();
        let left = self.expr()?;
        if !self.cursor.eat(Kind::Punct(b'=')) {
            return Ok(left);
        }
        let right = self.expr()?;
        let span = self.cursor.since(start);
        Ok(Expr { kind: ExprKind::Assign(Box::new([left, right])), span })
    }

    /// The expression between `match` and its arms.
    pub fn match_subject(&mut self) -> Result<Expr<'a>> {
        self.struct_allowed = false;
        let subject = self.expr();
        self.struct_allowed = true;
        subject
    }

    pub fn expr(&mut self) -> Result<Expr<'a>> {
        self.binary(0)
    }

    fn binary(&mut self, min: u8) -> Result<Expr<'a>> {
        self.cursor.deeper()?;
        let start = self.cursor.span();
        let mut left = self.unary()?;
        let mut length = 0;
        loop {
            if self.cursor.at_word("as") {
                self.cursor.bump();
                let ty = read_ty(&mut self.cursor, self.names, self.types)?;
                left = self.finish(start, ExprKind::Cast(Box::new(left), ty));
            } else if let Some((op, tokens, power)) = self.operator()
                && power > min
            {
                for _ in 0..tokens {
                    self.cursor.bump();
                }
                let right = self.binary(power)?;
                left = self.finish(start, ExprKind::Binary(op, Box::new([left, right])));
            } else {
                break;
            }
            length += 1;
            self.limit(length)?;
        }
        self.cursor.shallower();
        Ok(left)
    }

    fn limit(&self, length: usize) -> Result<()> {
        if length < CHAIN {
            return Ok(());
        }
        fault(self.cursor.span(), format!("this expression has more than {CHAIN} parts"))
    }

    fn finish(&self, start: Span, kind: ExprKind<'a>) -> Expr<'a> {
        Expr { kind, span: self.cursor.since(start) }
    }

    /// The operator that stands here, how many tokens it has and how tightly it binds.
    fn operator(&self) -> Option<(BinOp, usize, u8)> {
        let token = self.cursor.token(0);
        let next = self.cursor.token(1);
        let joined = |kind| next.kind == kind && next.start == token.end;
        Some(match token.kind {
            Kind::Punct(b'*') => (BinOp::Mul, 1, 9),
            Kind::Punct(b'/') => (BinOp::Div, 1, 9),
            Kind::Punct(b'%') => (BinOp::Rem, 1, 9),
            Kind::Punct(b'+') => (BinOp::Add, 1, 8),
            Kind::Punct(b'-') => (BinOp::Sub, 1, 8),
            Kind::Shl => (BinOp::Shl, 1, 7),
            Kind::Punct(b'>') if joined(Kind::Punct(b'>')) => (BinOp::Shr, 2, 7),
            Kind::Punct(b'&') => (BinOp::BitAnd, 1, 6),
            Kind::Punct(b'^') => (BinOp::BitXor, 1, 5),
            Kind::Punct(b'|') => (BinOp::BitOr, 1, 4),
            Kind::EqEq => (BinOp::Eq, 1, 3),
            Kind::NotEq => (BinOp::Ne, 1, 3),
            Kind::LessEq => (BinOp::Le, 1, 3),
            Kind::Punct(b'<') => (BinOp::Lt, 1, 3),
            Kind::Punct(b'>') if joined(Kind::Punct(b'=')) => (BinOp::Ge, 2, 3),
            Kind::Punct(b'>') => (BinOp::Gt, 1, 3),
            _ => return None,
        })
    }

    fn unary(&mut self) -> Result<Expr<'a>> {
        let start = self.cursor.span();
        let kind = self.cursor.kind();
        match kind {
            Kind::Punct(b'-' | b'!' | b'*') => {
                self.cursor.bump();
                let inner = Box::new(self.deeper_unary()?);
                Ok(self.finish(
                    start,
                    match kind {
                        Kind::Punct(b'-') => ExprKind::Neg(inner),
                        Kind::Punct(b'!') => ExprKind::Not(inner),
                        _ => ExprKind::Deref(inner),
                    },
                ))
            }
            Kind::Punct(b'&') => {
                self.cursor.bump();
                self.borrow(start)
            }
            Kind::AndAnd => fault(start, "a borrow of a borrow is not a MIR rvalue"),
            _ => self.postfix(),
        }
    }

    fn deeper_unary(&mut self) -> Result<Expr<'a>> {
        self.cursor.deeper()?;
        let expr = self.unary()?;
        self.cursor.shallower();
        Ok(expr)
    }

    fn borrow(&mut self, start: Span) -> Result<Expr<'a>> {
        let next = self.cursor.token(1);
        let raw = self.cursor.at_word("raw")
            && next.kind == Kind::Ident
            && matches!(self.cursor.text(next), "const" | "mut");
        if raw {
            self.cursor.bump();
        }
        let mutability =
            if self.cursor.eat_word("mut") { Mutability::Mut } else { Mutability::Not };
        if raw && mutability == Mutability::Not {
            self.cursor.bump();
        }
        let inner = Box::new(self.deeper_unary()?);
        Ok(self.finish(
            start,
            match raw {
                true => ExprKind::RawBorrow(mutability, inner),
                false => ExprKind::Borrow(mutability, inner),
            },
        ))
    }

    pub fn postfix(&mut self) -> Result<Expr<'a>> {
        let start = self.cursor.span();
        let mut expr = self.primary()?;
        let mut length = 0;
        loop {
            match self.cursor.kind() {
                Kind::Punct(b'.') => {
                    self.cursor.bump();
                    let token = self.cursor.bump();
                    if !matches!(token.kind, Kind::Ident | Kind::Int) {
                        return fault(token.span(), "expected the name of a field");
                    }
                    let field = self.cursor.text(token);
                    if self.cursor.kind() == Kind::Open(b'(') && token.kind == Kind::Ident {
                        let args = self.list(b'(')?.0;
                        let kind = ExprKind::Method(Box::new(expr), field, args);
                        expr = self.finish(start, kind);
                        continue;
                    }
                    expr = self.finish(start, ExprKind::Field(Box::new(expr), field));
                }
                Kind::Open(b'[') => {
                    let inside = self.cursor.group(b'[')?;
                    let after = self.cursor.pos();
                    self.cursor.seek(inside.start);
                    let index = self.expr()?;
                    self.at_end_of(inside.end)?;
                    self.cursor.seek(after);
                    expr = self.finish(start, ExprKind::Index(Box::new([expr, index])));
                }
                Kind::Open(b'(') => {
                    let args = self.list(b'(')?.0;
                    expr = self.finish(start, ExprKind::Call(Box::new(expr), args));
                }
                _ => return Ok(expr),
            }
            length += 1;
            self.limit(length)?;
        }
    }

    fn at_end_of(&self, end: usize) -> Result<()> {
        if self.cursor.pos() == end { Ok(()) } else { self.cursor.unexpected("the end of this") }
    }

    /// Expressions between delimiters; whether the last was followed by a comma.
    pub fn list(&mut self, open: u8) -> Result<(Vec<Expr<'a>>, bool)> {
        let inside = self.cursor.group(open)?;
        let after = self.cursor.pos();
        self.cursor.seek(inside.start);
        let mut items = Vec::new();
        let mut trailing = false;
        while self.cursor.pos() < inside.end {
            items.push(self.statement()?);
            trailing = self.cursor.eat(Kind::Punct(b','));
            if !trailing {
                break;
            }
        }
        self.at_end_of(inside.end)?;
        self.cursor.seek(after);
        Ok((items, trailing))
    }

    fn primary(&mut self) -> Result<Expr<'a>> {
        let token = self.cursor.token(0);
        let start = token.span();
        let text = self.cursor.text(token);
        let kind = match token.kind {
            Kind::Int => {
                self.cursor.bump();
                let literal = read_int(text, start)?;
                if literal.suffix.starts_with('f') {
                    let (digits, suffix) = split_float(text);
                    ExprKind::Float { digits, suffix }
                } else {
                    ExprKind::Int { value: literal.value, suffix: literal.suffix }
                }
            }
            Kind::Float => {
                self.cursor.bump();
                let (digits, suffix) = split_float(text);
                ExprKind::Float { digits, suffix }
            }
            Kind::Char => {
                self.cursor.bump();
                ExprKind::Char(read_char(text, start)?)
            }
            Kind::Str => {
                self.cursor.bump();
                ExprKind::Str(read_str(text, start)?)
            }
            Kind::Open(b'(') => {
                let (mut items, trailing) = self.list(b'(')?;
                match items.pop() {
                    // Parentheses around one expression mean nothing.
                    Some(only) if items.is_empty() && !trailing => return Ok(only),
                    last => ExprKind::Tuple(items.into_iter().chain(last).collect()),
                }
            }
            Kind::Open(b'[') => self.array()?,
            Kind::Ident if text == "const" && self.cursor.token(1).kind == Kind::Open(b'{') => {
                ExprKind::ConstBlock(Box::new(self.braced()?))
            }
            // In a constant it only allows what the constant says anyway.
            Kind::Ident if text == "unsafe" && self.cursor.token(1).kind == Kind::Open(b'{') => {
                return self.braced();
            }
            Kind::Ident | Kind::PathSep => return self.path_or_more(),
            _ => return self.cursor.unexpected("an expression"),
        };
        Ok(self.finish(start, kind))
    }

    /// A word, and one expression in braces.
    fn braced(&mut self) -> Result<Expr<'a>> {
        self.cursor.bump();
        let inside = self.cursor.group(b'{')?;
        let after = self.cursor.pos();
        self.cursor.seek(inside.start);
        let inner = self.expr()?;
        self.at_end_of(inside.end)?;
        self.cursor.seek(after);
        Ok(inner)
    }

    fn array(&mut self) -> Result<ExprKind<'a>> {
        let inside = self.cursor.group(b'[')?;
        let after = self.cursor.pos();
        self.cursor.seek(inside.start);
        let mut items = Vec::new();
        while self.cursor.pos() < inside.end {
            items.push(self.expr()?);
            if items.len() == 1 && self.cursor.eat(Kind::Punct(b';')) {
                let len = read_length(&mut self.cursor, self.names)?;
                self.at_end_of(inside.end)?;
                self.cursor.seek(after);
                // The loop ran once: there is exactly one item.
                let item = items.remove(0);
                return Ok(ExprKind::Repeat(Box::new(item), len));
            }
            if !self.cursor.eat(Kind::Punct(b',')) {
                break;
            }
        }
        self.at_end_of(inside.end)?;
        self.cursor.seek(after);
        Ok(ExprKind::Array(items))
    }

    fn path_or_more(&mut self) -> Result<Expr<'a>> {
        let start = self.cursor.span();
        let path = self.path()?;
        match self.cursor.kind() {
            Kind::Punct(b'!') if matches!(self.cursor.token(1).kind, Kind::Open(_)) => {
                self.macro_call(start, &path)
            }
            Kind::Open(b'{') if self.struct_allowed => {
                let fields = self.struct_fields()?;
                Ok(self.finish(start, ExprKind::Struct(Box::new(path), fields)))
            }
            _ => match path.segments[..] {
                [name] if path.generics.is_empty() => Ok(self.finish(start, ExprKind::Name(name))),
                _ => Ok(self.finish(start, ExprKind::Path(Box::new(path)))),
            },
        }
    }

    pub fn path(&mut self) -> Result<Path<'a>> {
        let start = self.cursor.span();
        let mut segments = Vec::new();
        let mut generics = Vec::new();
        self.cursor.eat(Kind::PathSep);
        loop {
            segments.push(self.cursor.ident("a name")?);
            if !self.cursor.eat(Kind::PathSep) {
                break;
            }
            if self.cursor.kind() == Kind::Punct(b'<') {
                generics.extend(read_generic_args(&mut self.cursor, self.names, self.types)?);
                if !self.cursor.eat(Kind::PathSep) {
                    break;
                }
            }
            self.limit(segments.len())?;
        }
        Ok(Path { segments, generics, span: self.cursor.since(start) })
    }

    fn struct_fields(&mut self) -> Result<Vec<(&'a str, Expr<'a>)>> {
        let inside = self.cursor.group(b'{')?;
        let after = self.cursor.pos();
        self.cursor.seek(inside.start);
        let mut fields = Vec::new();
        while self.cursor.pos() < inside.end {
            let token = self.cursor.bump();
            if !matches!(token.kind, Kind::Ident | Kind::Int) {
                return fault(token.span(), "expected the name of a field");
            }
            let name = self.cursor.text(token);
            let value = if self.cursor.eat(Kind::Punct(b':')) {
                self.expr()?
            } else {
                Expr { kind: ExprKind::Name(name), span: token.span() }
            };
            fields.push((name, value));
            if !self.cursor.eat(Kind::Punct(b',')) {
                break;
            }
        }
        self.at_end_of(inside.end)?;
        self.cursor.seek(after);
        Ok(fields)
    }

    fn macro_call(&mut self, start: Span, path: &Path<'a>) -> Result<Expr<'a>> {
        let name = path.segments.last().copied().unwrap_or("");
        self.cursor.bump();
        let Kind::Open(open) = self.cursor.kind() else {
            return self.cursor.unexpected("the arguments of a macro");
        };
        let kind = match name {
            "place" | "addr_of" | "addr_of_mut" => {
                let (mut args, _) = self.list(open)?;
                let (Some(arg), true) = (args.pop(), args.is_empty()) else {
                    return fault(self.cursor.since(start), format!("`{name}!` takes one place"));
                };
                match name {
                    "place" => return Ok(Expr { span: self.cursor.since(start), ..arg }),
                    "addr_of" => ExprKind::RawBorrow(Mutability::Not, Box::new(arg)),
                    _ => ExprKind::RawBorrow(Mutability::Mut, Box::new(arg)),
                }
            }
            _ => return fault(path.span, format!("macro `{name}!` is not supported here")),
        };
        Ok(self.finish(start, kind))
    }
}
