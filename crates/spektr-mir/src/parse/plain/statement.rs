//! Statements of ordinary functions: `let`, assignments, calls, what is printed or
//! asserted, and the value at the end.

use std::ops::Range;

use super::super::ast::{Builtin, Expr, ExprKind, Let, TerminatorAst};
use super::super::cursor::Cursor;
use super::super::fault::{Result, fault};
use super::super::lex::Kind;
use super::super::scalar::read_scalar;
use super::super::types::read_ty;
use super::{Builder, fresh};
use crate::syntax::{BinOp, Span};

/// Words that start something which does not run from top to bottom, or is no statement.
const NOT_FOLLOWED: [&str; 14] = [
    "if", "match", "loop", "while", "for", "fn", "struct", "enum", "union", "impl", "static",
    "const", "extern", "async",
];

/// How deep blocks may stand in blocks.
const NESTING: usize = 50;

/// Whether control can come to the statement after this one.
#[derive(PartialEq, Eq)]
enum Flow {
    Goes,
    Ended,
}

impl<'a> Builder<'a, '_> {
    /// The whole function.
    pub(super) fn function(&mut self, span: Span) -> Result<()> {
        if self.statements_until_end(true)? == Flow::Goes {
            self.finish_block("Return", span);
        }
        Ok(())
    }

    fn statements_until_end(&mut self, outermost: bool) -> Result<Flow> {
        while !self.reader.cursor.done() {
            let flow = self.statement(outermost)?;
            if flow == Flow::Ended {
                return match self.reader.cursor.done() {
                    true => Ok(flow),
                    false => fault(self.reader.cursor.span(), "nothing gets here"),
                };
            }
        }
        Ok(Flow::Goes)
    }

    fn statement(&mut self, outermost: bool) -> Result<Flow> {
        let token = self.reader.cursor.token(0);
        let next = self.reader.cursor.token(1);
        let word = self.reader.cursor.text(token);
        if token.kind == Kind::Punct(b';') {
            self.reader.cursor.bump();
            return Ok(Flow::Goes);
        }
        if token.kind != Kind::Ident {
            return self.expression_statement(outermost);
        }
        if NOT_FOLLOWED.contains(&word) && next.kind != Kind::Open(b'(') {
            let message = format!("spektr does not follow `{word}` in an ordinary function");
            return fault(token.span(), message);
        }
        match word {
            "let" => self.let_statement(),
            "use" => {
                let message = "`use` inside an ordinary function is not supported";
                fault(token.span(), message)
            }
            "unsafe" if next.kind == Kind::Open(b'{') => self.unsafe_block(outermost),
            "return" | "become" => self.leave(word),
            _ if next.kind == Kind::Punct(b'!') && self.is_statement_macro(word) => {
                self.macro_statement(word)
            }
            _ => self.expression_statement(outermost),
        }
    }

    fn is_statement_macro(&self, word: &str) -> bool {
        let known = [
            "print",
            "println",
            "eprint",
            "eprintln",
            "dbg",
            "assert",
            "assert_eq",
            "assert_ne",
            "debug_assert",
            "debug_assert_eq",
            "debug_assert_ne",
            "panic",
        ];
        known.contains(&word)
    }

    fn let_statement(&mut self) -> Result<Flow> {
        let start = self.reader.cursor.span();
        self.reader.cursor.bump();
        if self.reader.cursor.eat_word("_") {
            self.reader.cursor.expect(Kind::Punct(b'='), "`=`")?;
            let value = self.reader.expr()?;
            self.reader.cursor.expect(Kind::Punct(b';'), "`;`")?;
            // A place is not even read; anything else is computed and forgotten.
            if !is_place(&value) {
                self.value(value, None)?;
            }
            return Ok(Flow::Goes);
        }
        self.reader.cursor.eat_word("mut");
        let name = self.reader.cursor.ident("the name of a local")?;
        let annotated = self.reader.cursor.eat(Kind::Punct(b':'));
        let ty = match annotated && !self.reader.cursor.eat_word("_") {
            true => Some(read_ty(&mut self.reader.cursor, self.reader.names, self.reader.types)?),
            false => None,
        };
        let span = self.reader.cursor.since(start);
        let hidden = self.locals.contains_key(name);
        let own = match hidden {
            true => {
                self.temporaries += 1;
                fresh::local(self.temporaries - 1, span)?
            }
            false => name,
        };
        self.body.locals.push(Let { name: own, ty, span });
        if self.reader.cursor.eat(Kind::Punct(b'=')) {
            let value = self.reader.expr()?;
            let target = Expr { kind: ExprKind::Name(own), span };
            self.value_into(target, value)?;
        }
        self.reader.cursor.expect(Kind::Punct(b';'), "`;`")?;
        self.locals.insert(name, own);
        Ok(Flow::Goes)
    }

    /// `unsafe { … }` as a statement: the same statements.
    fn unsafe_block(&mut self, outermost: bool) -> Result<Flow> {
        let start = self.reader.cursor.bump().span();
        if self.nesting == NESTING {
            return fault(start, format!("blocks nest more than {NESTING} levels deep"));
        }
        let inside = self.reader.cursor.group(b'{')?;
        let dropped = self.reader.cursor.eat(Kind::Punct(b';'));
        // What the block is worth is the function's value only if the block is its end.
        let last = outermost && !dropped && self.reader.cursor.done();
        let outer = self.enter(inside);
        let known = self.locals.clone();
        self.nesting += 1;
        let flow = self.statements_until_end(last);
        self.nesting -= 1;
        self.locals = known;
        self.reader.cursor = outer;
        flow
    }

    fn enter(&mut self, inside: Range<usize>) -> Cursor<'a> {
        let within = self.reader.cursor.within(inside);
        std::mem::replace(&mut self.reader.cursor, within)
    }

    /// `return value` and `become call`.
    fn leave(&mut self, word: &str) -> Result<Flow> {
        let start = self.reader.cursor.bump().span();
        if word == "become" {
            let call = self.reader.expr()?;
            let span = self.reader.cursor.since(start);
            let ExprKind::Call(callee, args) = call.kind else {
                return fault(call.span, "expected a call");
            };
            let args = args.into_iter().map(|arg| self.operand(arg)).collect::<Result<_>>()?;
            let call = Expr { kind: ExprKind::Call(callee, args), span };
            let callee = Box::new(Expr { kind: ExprKind::Name("TailCall"), span });
            let terminator = Expr { kind: ExprKind::Call(callee, vec![call]), span };
            self.end_block(TerminatorAst::Expr(terminator), "");
        } else {
            let ends = self.reader.cursor.done() || self.reader.cursor.kind() == Kind::Punct(b';');
            if !ends {
                let value = self.reader.expr()?;
                self.returned(value)?;
            }
            self.finish_block("Return", start);
        }
        self.reader.cursor.eat(Kind::Punct(b';'));
        Ok(Flow::Ended)
    }

    fn returned(&mut self, value: Expr<'a>) -> Result<()> {
        let target = Expr { kind: ExprKind::Name("RET"), span: value.span };
        self.value_into(target, value)
    }

    /// A call, an assignment, or the value of the function.
    fn expression_statement(&mut self, outermost: bool) -> Result<Flow> {
        let statement = self.reader.statement()?;
        let ended = self.reader.cursor.eat(Kind::Punct(b';'));
        if !ended && !self.reader.cursor.done() {
            return self.reader.cursor.unexpected("`;`");
        }
        match statement.kind {
            ExprKind::Assign(sides) => {
                let [target, value] = *sides;
                let target = self.place(target)?;
                self.value_into(target, value)?;
            }
            _ if !ended && outermost => self.returned(statement)?,
            _ => self.value(statement, None)?,
        }
        Ok(Flow::Goes)
    }

    /// What is printed is observed; what is asserted is observed, and compared where one
    /// side is a literal.
    fn macro_statement(&mut self, word: &'a str) -> Result<Flow> {
        let start = self.reader.cursor.bump().span();
        self.reader.cursor.bump();
        let Kind::Open(open) = self.reader.cursor.kind() else {
            return self.reader.cursor.unexpected("the arguments of a macro");
        };
        if word == "panic" {
            self.reader.cursor.group(open)?;
            self.reader.cursor.eat(Kind::Punct(b';'));
            let span = self.reader.cursor.since(start);
            self.builtin(Builtin::Panic, Vec::new(), span)?;
            self.finish_block("Unreachable", span);
            return Ok(Flow::Ended);
        }
        let subject = self.matched(open)?;
        let matched = subject.is_some();
        let args = match subject {
            Some(subject) => vec![subject],
            None => self.reader.list(open)?.0,
        };
        self.reader.cursor.eat(Kind::Punct(b';'));
        let span = self.reader.cursor.since(start);
        match word.strip_prefix("debug_").unwrap_or(word) {
            "assert" if matched => self.printed(args, span)?,
            "assert" => self.asserted(args, span)?,
            "assert_eq" => self.compared(BinOp::Eq, args, span)?,
            "assert_ne" => self.compared(BinOp::Ne, args, span)?,
            _ => self.printed(args, span)?,
        }
        Ok(Flow::Goes)
    }

    /// The subject of `assert!(matches!(subject, pattern))`, which is observed.
    fn matched(&mut self, open: u8) -> Result<Option<Expr<'a>>> {
        let mut inside = self.reader.cursor.clone();
        let range = inside.group(open)?;
        let mut at = inside.within(range);
        if !at.eat_word("matches") || !at.eat(Kind::Punct(b'!')) || at.kind() != Kind::Open(b'(') {
            return Ok(None);
        }
        let range = at.group(b'(')?;
        self.enter(range);
        let subject = self.reader.expr();
        self.reader.cursor = inside;
        subject.map(Some)
    }

    fn printed(&mut self, args: Vec<Expr<'a>>, span: Span) -> Result<()> {
        let mut shown = Vec::new();
        for arg in args {
            match arg.kind {
                ExprKind::Str(text) => self.captured(&text, span, &mut shown)?,
                // `name = value` in the arguments of a format.
                ExprKind::Assign(sides) => {
                    let [_, value] = *sides;
                    shown.push(self.shown(value)?);
                }
                _ => shown.push(self.shown(arg)?),
            }
        }
        match shown.is_empty() {
            true => Ok(()),
            false => self.builtin(Builtin::Observe, shown, span),
        }
    }

    /// Locals that a format names itself: `{x}` and `{x:?}`.
    fn captured(&mut self, format: &str, span: Span, shown: &mut Vec<Expr<'a>>) -> Result<()> {
        let format = format.replace("{{", "");
        for after in format.split('{').skip(1) {
            let word = after.split(['}', ':']).next().unwrap_or("");
            let numbered = word.chars().all(|c| c.is_ascii_digit());
            if let Some(&own) = self.locals.get(word) {
                shown.push(Expr { kind: ExprKind::Name(own), span });
            } else if !numbered {
                return fault(span, format!("spektr does not know what `{{{word}}}` shows"));
            }
        }
        Ok(())
    }

    /// An operand to observe; what a reference was written for is the value behind it.
    fn shown(&mut self, expr: Expr<'a>) -> Result<Expr<'a>> {
        match expr.kind {
            ExprKind::Borrow(_, inner) => self.shown(*inner),
            _ => self.operand(expr),
        }
    }

    fn asserted(&mut self, args: Vec<Expr<'a>>, span: Span) -> Result<()> {
        let Some(condition) = args.into_iter().next() else {
            return fault(span, "expected a condition");
        };
        let value = self.temporary(condition.span)?;
        let ExprKind::Name(name) = value.kind else { return Ok(()) };
        self.value_into(value, condition)?;
        self.require(name, span)
    }

    fn compared(&mut self, op: BinOp, args: Vec<Expr<'a>>, span: Span) -> Result<()> {
        let mut args = args.into_iter();
        let (Some(left), Some(right)) = (args.next(), args.next()) else {
            return fault(span, "expected two values");
        };
        let literal = [&left, &right].map(|side| matches!(read_scalar(side), Ok(Some(_))));
        if says_no_type(&right) {
            // The other side shows what it is.
            let shown = vec![self.shown(left)?];
            return self.builtin(Builtin::Observe, shown, span);
        }
        let sides = [self.shown(left)?, self.shown(right)?];
        let comparable = literal.contains(&true);
        let shown: Vec<Expr<'a>> = sides
            .iter()
            .zip(literal)
            .filter(|(_, literal)| !literal)
            .map(|(side, _)| copy_of(side))
            .collect::<Result<_>>()?;
        if !shown.is_empty() {
            self.builtin(Builtin::Observe, shown, span)?;
        }
        if !comparable {
            return Ok(());
        }
        let value = self.temporary(span)?;
        let ExprKind::Name(name) = value.kind else { return Ok(()) };
        let comparison = Expr { kind: ExprKind::Binary(op, Box::new(sides)), span };
        self.push(value, comparison);
        self.require(name, span)
    }

    /// Panics unless the local is `true`.
    fn require(&mut self, name: &'a str, span: Span) -> Result<()> {
        let (fine, failed) = (self.new_block(span)?, self.new_block(span)?);
        let subject = Expr { kind: ExprKind::Name(name), span };
        let pattern = Expr { kind: ExprKind::Name("true"), span };
        let arms = vec![(pattern, fine, span)];
        let switch = TerminatorAst::Match { subject, arms, otherwise: (failed, span), span };
        self.end_block(switch, failed);
        self.builtin(Builtin::Panic, Vec::new(), span)?;
        self.finish_block("Unreachable", span);
        self.block = fine;
        Ok(())
    }
}

/// Whether this is a null pointer or a `None`, which have no type of their own.
fn says_no_type(expr: &Expr<'_>) -> bool {
    match &expr.kind {
        ExprKind::Name(name) => *name == "None",
        ExprKind::Call(callee, _) => matches!(callee.last_segment(), Some("null" | "null_mut")),
        _ => false,
    }
}

/// The same place or literal once more.
fn copy_of<'a>(expr: &Expr<'a>) -> Result<Expr<'a>> {
    let kind = match &expr.kind {
        ExprKind::Name(name) => ExprKind::Name(name),
        ExprKind::Field(base, name) => ExprKind::Field(Box::new(copy_of(base)?), name),
        ExprKind::Deref(base) => ExprKind::Deref(Box::new(copy_of(base)?)),
        ExprKind::Index(parts) => {
            ExprKind::Index(Box::new([copy_of(&parts[0])?, copy_of(&parts[1])?]))
        }
        _ => return fault(expr.span, "spektr cannot compare this in an ordinary function"),
    };
    Ok(Expr { kind, span: expr.span })
}

pub(super) fn is_place(expr: &Expr<'_>) -> bool {
    match &expr.kind {
        ExprKind::Name(_) => true,
        ExprKind::Field(base, _) => is_place(base),
        ExprKind::Index(parts) => is_place(&parts[0]),
        ExprKind::Deref(_) => true,
        _ => false,
    }
}
