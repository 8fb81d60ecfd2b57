//! One walk over all bodies and initialisers, for offering changes and for making them: both
//! meet the same nodes in the same order, so a number means the same to both. What the changes
//! of statements and values are is next door.

use std::collections::HashMap;
use std::mem;

use super::change::{Change, Place};
use super::facts::Facts;
use super::value::unconverted_mut;
use crate::syntax::{
    Block, Definition, Expr, ExprKind, Init, Label, Local, Program, Stmt, StmtKind, VisitorMut,
    walk_expr_mut, walk_init_mut, walk_stmt_mut,
};
use crate::types::Types;

/// What the walk is for.
pub(super) enum Mode<'a> {
    /// Sees every change that could be made, by what kind it is.
    Offer(&'a mut dyn FnMut(Change)),
    Apply(&'a HashMap<(Place, u32), Change>),
}

pub(super) struct Walk<'a> {
    /// The program before anything was changed.
    pub original: &'a Program,
    /// What a run of it tells, if some change is about that.
    pub facts: Option<&'a Facts>,
    mode: Mode<'a>,
    statements: u32,
    values: u32,
    items: u32,
    objects: u32,
    /// What inlining adds to the function whose body is being walked.
    pub locals: Vec<Local>,
    pub labels: Vec<Label>,
    pub function: u32,
    /// Whether the statement just begun stands directly in a block.
    pub in_block: bool,
    /// What the statement just walked asks of the block around it.
    pub outcome: Outcome,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Stays,
    Goes,
    Spliced,
}

impl<'a> Walk<'a> {
    /// Walks all functions, then all globals. `program` is a clone of `original`.
    pub fn over(
        program: &mut Program,
        original: &'a Program,
        facts: Option<&'a Facts>,
        mode: Mode<'a>,
    ) {
        let mut walk = Walk {
            original,
            facts,
            mode,
            statements: 0,
            values: 0,
            items: 0,
            objects: 0,
            locals: Vec::new(),
            labels: Vec::new(),
            function: 0,
            in_block: false,
            outcome: Outcome::Stays,
        };
        for (function, index) in program.functions.iter_mut().zip(0..) {
            let Some(body) = &mut function.body else { continue };
            walk.function = index;
            walk.locals = mem::take(&mut function.locals);
            walk.labels = mem::take(&mut function.labels);
            walk.block(body);
            function.locals = mem::take(&mut walk.locals);
            function.labels = mem::take(&mut walk.labels);
        }
        for global in &mut program.globals {
            if let Definition::Initialized(init) = &mut global.definition {
                walk.init(init);
            }
        }
    }

    pub fn types(&self) -> &'a Types {
        &self.original.types
    }

    pub fn offer(&mut self, change: Change) {
        if let Mode::Offer(see) = &mut self.mode {
            see(change);
        }
    }

    fn planned(&self, place: Place, number: u32) -> Option<Change> {
        match &self.mode {
            Mode::Offer(_) => None,
            Mode::Apply(plan) => plan.get(&(place, number)).copied(),
        }
    }

    fn is_offering(&self) -> bool {
        matches!(self.mode, Mode::Offer(_))
    }

    /// Walks what designates an object: the place itself stays unless a pointer leads there, what
    /// it is computed from may change.
    fn place(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Member { base, .. } => self.place(base),
            ExprKind::Paren(inner) => self.place(inner),
            ExprKind::Convert { implicit: true, operand, .. } => self.place(operand),
            ExprKind::Deref(_) | ExprKind::Index { .. } => self.pointed(expr),
            _ => walk_expr_mut(self, expr),
        }
    }

    /// Walks what a pointer leads to.
    fn pointed(&mut self, expr: &mut Expr) {
        let number = self.objects;
        self.objects += 1;
        let object =
            |walk: &Self, expr: &Expr| walk.facts?.object(walk.original, walk.function, expr);
        if self.is_offering() && object(self, expr).is_some() {
            self.offer(Change::Object(number));
        }
        let planned = self.planned(Place::Object, number);
        let replaced = planned.and_then(|_| object(self, expr));
        walk_expr_mut(self, expr);
        if let Some(object) = replaced {
            *expr = object;
        }
    }
}

impl VisitorMut for Walk<'_> {
    fn block(&mut self, block: &mut Block) {
        let mut kept = Vec::with_capacity(block.stmts.len());
        for mut stmt in mem::take(&mut block.stmts) {
            self.outcome = Outcome::Stays;
            self.in_block = true;
            self.stmt(&mut stmt);
            match (mem::replace(&mut self.outcome, Outcome::Stays), stmt.kind) {
                (Outcome::Goes, _) => {}
                (Outcome::Spliced, StmtKind::Block(inner)) => kept.extend(inner.stmts),
                (_, kind) => kept.push(Stmt { kind, span: stmt.span }),
            }
        }
        block.stmts = kept;
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        let number = self.statements;
        self.statements += 1;
        let in_block = mem::replace(&mut self.in_block, false);
        if self.is_offering() {
            self.offer_statement(number, stmt, in_block);
        }
        walk_stmt_mut(self, stmt);
        self.outcome = Outcome::Stays;
        if let Some(change) = self.planned(Place::Statement, number) {
            self.change_statement(change, stmt, in_block);
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        let number = self.values;
        self.values += 1;
        if self.is_offering() {
            self.offer_value(number, expr);
        }
        let planned = self.planned(Place::Value, number);
        // Known by where it stands, which changes inside do not change.
        let known = planned.filter(|it| matches!(it, Change::Known(_)));
        let known = known.and_then(|_| self.facts?.constant(self.types(), expr));
        let written = unconverted_mut(expr);
        match &mut written.kind {
            ExprKind::Assign { target, value } | ExprKind::CompoundAssign { target, value, .. } => {
                self.place(target);
                self.expr(value);
            }
            ExprKind::AddressOf(operand) | ExprKind::IncDec { operand, .. } => self.place(operand),
            ExprKind::Member { base, .. } if base.is_lvalue() => self.place(base),
            ExprKind::VaArg { list } => self.place(list),
            ExprKind::Call { callee, args } => {
                // What is called is no value to play with.
                self.place(callee);
                for arg in args {
                    self.expr(arg);
                }
            }
            ExprKind::Deref(_) | ExprKind::Index { .. } => self.pointed(written),
            ExprKind::SizeOfExpr(_) | ExprKind::AlignOfExpr(_) | ExprKind::OffsetOf { .. } => {}
            _ => walk_expr_mut(self, written),
        }
        match (known, planned) {
            (Some(known), _) => *expr = known,
            (None, Some(change)) => self.change_value(change, expr),
            (None, None) => {}
        }
    }

    fn init(&mut self, init: &mut Init) {
        let first = self.items;
        let count = match init {
            Init::Expr(_) => 0,
            Init::Array(items) => items.len() as u32,
            Init::Record(items) => items.len() as u32,
        };
        self.items += count;
        for number in first..first + count {
            self.offer(Change::DropItem(number));
        }
        walk_init_mut(self, init);
        let mut numbers = first..;
        let mut stays = || {
            let number = numbers.next().expect("numbers do not end");
            self.planned(Place::Item, number).is_none()
        };
        match init {
            Init::Expr(_) => {}
            Init::Array(items) => items.retain(|_| stays()),
            Init::Record(items) => items.retain(|_| stays()),
        }
    }
}
