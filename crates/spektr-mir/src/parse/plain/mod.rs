//! Ordinary Rust functions that a custom-MIR program needs: a `main` that does more than
//! call one function, and helpers that return values or touch memory.
//!
//! Only code that runs from top to bottom is understood; it becomes the same tree as a
//! `mir!` body and is lowered with it. This module does not know types, and what it does
//! not understand it names.

mod fresh;
mod moves;
mod statement;
mod value;

use std::collections::HashMap;

use super::ast::{BlockAst, Body, Builtin, Expr, ExprKind, Let, TerminatorAst};
use super::cursor::Cursor;
use super::expr::Reader;
use super::fault::Result;
use super::items::{FnItem, Items};
use super::lex::Kind;
use super::names::Names;
use crate::syntax::{Span, Static, Types};

pub(crate) use moves::finish_ordinary;

/// Finds the functions among `items.ordinary` that a program may need: those whose names
/// stand in a custom-MIR function, in `main` if that is read, or in another one of them.
pub(crate) fn mentioned(cursor: &Cursor<'_>, items: &Items<'_>, from_main: bool) -> Vec<usize> {
    let by_name: HashMap<&str, usize> =
        items.ordinary.iter().enumerate().map(|(i, item)| (item.name, i)).collect();
    let mut found = vec![false; items.ordinary.len()];
    let main = items.ordinary.iter().filter(|item| from_main && item.name == "main");
    let mut waiting: Vec<&FnItem<'_>> = items.functions.iter().chain(main).collect();
    while let Some(item) = waiting.pop() {
        let mut at = cursor.within(item.body.clone());
        while !at.done() {
            let token = at.bump();
            if token.kind != Kind::Ident {
                continue;
            }
            if let Some(&index) = by_name.get(at.text(token))
                && !std::mem::replace(&mut found[index], true)
            {
                waiting.push(&items.ordinary[index]);
            }
        }
    }
    let needed = |&i: &usize| found[i] && items.ordinary[i].name != "main";
    (0..items.ordinary.len()).filter(needed).collect()
}

/// Reads the body of an ordinary function as the body of a custom-MIR one.
pub(crate) fn read_ordinary<'a>(
    cursor: &Cursor<'a>,
    item: &FnItem<'a>,
    names: &Names<'a>,
    types: &mut Types,
    statics: &[Static],
) -> Result<Body<'a>> {
    let reader =
        Reader { cursor: cursor.within(item.body.clone()), names, types, struct_allowed: true };
    let mut builder = Builder {
        reader,
        statics,
        body: Body { locals: Vec::new(), blocks: Vec::new() },
        statements: Vec::new(),
        block: fresh::block(0, item.span)?,
        locals: HashMap::new(),
        temporaries: 0,
        blocks: 1,
        nesting: 0,
    };
    for name in parameter_names(cursor.within(item.params.clone())) {
        builder.locals.insert(name, name);
    }
    builder.function(item.span)?;
    Ok(builder.body)
}

/// The words before the colons of a parameter list.
fn parameter_names(mut at: Cursor<'_>) -> Vec<&str> {
    let mut names = Vec::new();
    while !at.done() {
        let token = at.token(0);
        if token.kind == Kind::Ident && at.token(1).kind == Kind::Punct(b':') {
            names.push(at.text(token));
        }
        at.skip_tree();
    }
    names
}

/// Takes a function apart, statement by statement.
struct Builder<'a, 'n> {
    reader: Reader<'a, 'n>,
    statics: &'n [Static],
    body: Body<'a>,
    /// Statements of the block that is being built, and its name.
    statements: Vec<Expr<'a>>,
    block: &'a str,
    /// What a name in the source is called in the body: a later `let` may hide an earlier.
    locals: HashMap<&'a str, &'a str>,
    temporaries: usize,
    blocks: usize,
    /// How many blocks of the source enclose the current statement.
    nesting: usize,
}

impl<'a> Builder<'a, '_> {
    fn push(&mut self, target: Expr<'a>, value: Expr<'a>) {
        let span = Span { start: target.span.start.min(value.span.start), end: value.span.end };
        let kind = ExprKind::Assign(Box::new([target, value]));
        self.statements.push(Expr { kind, span });
    }

    /// A new local for something that stands at `span`.
    fn temporary(&mut self, span: Span) -> Result<Expr<'a>> {
        let name = fresh::local(self.temporaries, span)?;
        self.temporaries += 1;
        self.body.locals.push(Let { name, ty: None, span });
        Ok(Expr { kind: ExprKind::Name(name), span })
    }

    fn new_block(&mut self, span: Span) -> Result<&'a str> {
        self.blocks += 1;
        fresh::block(self.blocks - 1, span)
    }

    /// Ends the block; what follows stands in `next`.
    fn end_block(&mut self, terminator: TerminatorAst<'a>, next: &'a str) {
        let name = std::mem::replace(&mut self.block, next);
        let statements = std::mem::take(&mut self.statements);
        self.body.blocks.push(BlockAst { name, cleanup: false, statements, terminator });
    }

    fn call_into(
        &mut self,
        destination: Expr<'a>,
        callee: Expr<'a>,
        args: Vec<Expr<'a>>,
        span: Span,
    ) -> Result<()> {
        let next = self.new_block(span)?;
        let expr = |kind| Expr { kind, span };
        let call = expr(ExprKind::Call(Box::new(callee), args));
        let assign = expr(ExprKind::Assign(Box::new([destination, call])));
        let word = |name| Box::new(expr(ExprKind::Name(name)));
        let target = ExprKind::Call(word("ReturnTo"), vec![expr(ExprKind::Name(next))]);
        let unwind = ExprKind::Call(word("UnwindContinue"), Vec::new());
        let parts = vec![assign, expr(target), expr(unwind)];
        let terminator = expr(ExprKind::Call(word("Call"), parts));
        self.end_block(TerminatorAst::Expr(terminator), next);
        Ok(())
    }

    fn builtin(&mut self, builtin: Builtin, args: Vec<Expr<'a>>, span: Span) -> Result<()> {
        let unit = self.temporary(span)?;
        self.call_into(unit, Expr { kind: ExprKind::Builtin(builtin), span }, args, span)
    }

    /// Ends the last block with a terminator that takes no argument.
    fn finish_block(&mut self, word: &'static str, span: Span) {
        let callee = Box::new(Expr { kind: ExprKind::Name(word), span });
        let terminator = Expr { kind: ExprKind::Call(callee, Vec::new()), span };
        self.end_block(TerminatorAst::Expr(terminator), "");
    }
}
