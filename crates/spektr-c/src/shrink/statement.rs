//! Changes of statements.

use std::mem;

use spektr_text::Span;

use super::change::{Change, Reshape};
use super::value::{operands, take_operand};
use super::walk::{Outcome, Walk};
use super::{inline, objects};
use crate::syntax::{Block, Declared, Expr, ForInit, Stmt, StmtKind};

impl Walk<'_> {
    pub(super) fn offer_statement(&mut self, number: u32, stmt: &Stmt, in_block: bool) {
        if !matches!(stmt.kind, StmtKind::Empty) {
            self.offer(Change::DropStatement(number));
            if self.facts.is_some_and(|facts| facts.is_dead(stmt)) {
                self.offer(Change::DropDead(number));
            }
        }
        for &reshape in reshapes(stmt, in_block) {
            self.offer(Change::Reshape(number, reshape));
        }
        if let StmtKind::Switch { body, .. } = &stmt.kind {
            for arm in 0..arms(body) {
                self.offer(Change::Arm(number, arm));
            }
        }
        if inline::called(self.original, self.function, stmt).is_some() {
            self.offer(Change::Inline(number));
        }
        self.offer_returns(number, stmt);
    }

    /// What a statement computes can be shown by returning it, and what is returned can be
    /// something else.
    fn offer_returns(&mut self, number: u32, stmt: &Stmt) {
        let types = self.types();
        let function = &self.original.functions[self.function as usize];
        if !types.is_arithmetic(function.signature(types).result) {
            return;
        }
        match &stmt.kind {
            StmtKind::Expr(expr) => {
                let mut copy = expr.unconverted().clone();
                let fitting: Vec<u32> = operands(&mut copy)
                    .iter()
                    .zip(0..)
                    .filter(|(operand, _)| types.is_arithmetic(operand.ty))
                    .map(|(_, n)| n)
                    .collect();
                for operand in fitting {
                    self.offer(Change::Return(number, operand));
                }
            }
            StmtKind::Return(_) => {
                for object in 0..objects::shown(self.original, self.function).len() as u32 {
                    self.offer(Change::ReturnObject(number, object));
                }
            }
            _ => {}
        }
    }

    pub(super) fn change_statement(&mut self, change: Change, stmt: &mut Stmt, in_block: bool) {
        match change {
            Change::DropStatement(_) | Change::DropDead(_) => {
                stmt.kind = StmtKind::Empty;
                self.outcome = Outcome::Goes;
            }
            Change::Reshape(_, Reshape::Splice) if in_block => self.outcome = Outcome::Spliced,
            Change::Reshape(_, Reshape::Split) => {
                split(stmt);
                self.outcome = Outcome::Spliced;
            }
            Change::Reshape(_, reshape) => reshape_stmt(stmt, reshape),
            Change::Return(_, operand) => {
                if let StmtKind::Expr(expr) = &mut stmt.kind {
                    take_operand(expr, operand);
                    let value = mem::replace(expr, Expr::int(0));
                    stmt.kind = StmtKind::Return(Some(value));
                }
            }
            Change::ReturnObject(_, object) => {
                let mut shown = objects::shown(self.original, self.function);
                if (object as usize) < shown.len() {
                    stmt.kind = StmtKind::Return(Some(shown.swap_remove(object as usize)));
                }
            }
            Change::Arm(_, arm) => take_arm(stmt, arm),
            Change::Inline(_) => {
                if let Some(call) = inline::called(self.original, self.function, stmt) {
                    let body = inline::inlined(self, self.original, call, stmt);
                    stmt.kind = StmtKind::Block(body);
                }
            }
            _ => unreachable!("statements have changes of statements"),
        }
    }
}

/// What a statement can become without knowing anything else.
fn reshapes(stmt: &Stmt, in_block: bool) -> &'static [Reshape] {
    match &stmt.kind {
        StmtKind::If { otherwise: None, .. } => {
            &[Reshape::Body, Reshape::Condition, Reshape::ReturnCondition]
        }
        StmtKind::If { .. } => &[
            Reshape::Body,
            Reshape::Else,
            Reshape::WithoutElse,
            Reshape::Condition,
            Reshape::ReturnCondition,
        ],
        StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::Switch { .. } => {
            &[Reshape::Body, Reshape::Condition, Reshape::ReturnCondition]
        }
        StmtKind::For { init, condition, step, .. } => {
            match (init.is_some(), condition.is_some(), step.is_some()) {
                (true, true, true) => &[
                    Reshape::Body,
                    Reshape::Condition,
                    Reshape::ReturnCondition,
                    Reshape::WithoutStart,
                    Reshape::WithoutStep,
                ],
                (false, true, true) => &[
                    Reshape::Body,
                    Reshape::Condition,
                    Reshape::ReturnCondition,
                    Reshape::WithoutStep,
                ],
                (true, true, false) => &[
                    Reshape::Body,
                    Reshape::Condition,
                    Reshape::ReturnCondition,
                    Reshape::WithoutStart,
                ],
                (false, true, false) => {
                    &[Reshape::Body, Reshape::Condition, Reshape::ReturnCondition]
                }
                (_, false, _) => &[Reshape::Body, Reshape::WithoutStart, Reshape::WithoutStep],
            }
        }
        StmtKind::Case { last_expr: Some(_), .. } => &[Reshape::Body, Reshape::PlainCase],
        StmtKind::Case { .. } | StmtKind::Default(_) | StmtKind::Label { .. } => &[Reshape::Body],
        StmtKind::Block(block) if in_block || block.stmts.len() == 1 => &[Reshape::Splice],
        StmtKind::Declare(declared) => {
            let has_init =
                declared.iter().any(|one| matches!(one, Declared::Local { init: Some(_), .. }));
            match (has_init, declared.len() > 1) {
                (true, true) => &[Reshape::WithoutInit, Reshape::Split],
                (true, false) => &[Reshape::WithoutInit],
                (false, true) => &[Reshape::Split],
                (false, false) => &[],
            }
        }
        _ => &[],
    }
}

fn reshape_stmt(stmt: &mut Stmt, reshape: Reshape) {
    let kind = mem::replace(&mut stmt.kind, StmtKind::Empty);
    stmt.kind = match (kind, reshape) {
        (
            StmtKind::If { then: body, .. }
            | StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::Switch { body, .. }
            | StmtKind::Case { body, .. }
            | StmtKind::Default(body)
            | StmtKind::Label { body, .. },
            Reshape::Body,
        ) => body.kind,
        (StmtKind::For { init, body, .. }, Reshape::Body) => once(init, *body, stmt.span),
        (StmtKind::If { otherwise: Some(body), .. }, Reshape::Else) => body.kind,
        (StmtKind::If { condition, then, .. }, Reshape::WithoutElse) => {
            StmtKind::If { condition, then, otherwise: None }
        }
        (
            StmtKind::If { condition, .. }
            | StmtKind::While { condition, .. }
            | StmtKind::DoWhile { condition, .. }
            | StmtKind::For { condition: Some(condition), .. }
            | StmtKind::Switch { value: condition, .. },
            reshape @ (Reshape::Condition | Reshape::ReturnCondition),
        ) => match reshape {
            Reshape::Condition => StmtKind::Expr(condition),
            _ => StmtKind::Return(Some(condition)),
        },
        (StmtKind::For { locals, condition, step, body, .. }, Reshape::WithoutStart) => {
            StmtKind::For { locals, init: None, condition, step, body }
        }
        (StmtKind::For { locals, init, condition, body, .. }, Reshape::WithoutStep) => {
            StmtKind::For { locals, init, condition, step: None, body }
        }
        (StmtKind::Case { first, first_expr, body, .. }, Reshape::PlainCase) => {
            StmtKind::Case { first, last: first, first_expr, last_expr: None, body }
        }
        (StmtKind::Block(mut block), Reshape::Splice) if block.stmts.len() == 1 => {
            block.stmts.pop().map_or(StmtKind::Empty, |stmt| stmt.kind)
        }
        (StmtKind::Declare(mut declared), Reshape::WithoutInit) => {
            for one in &mut declared {
                if let Declared::Local { init, .. } = one {
                    *init = None;
                }
            }
            StmtKind::Declare(declared)
        }
        (kind, _) => kind,
    };
}

/// A declaration of several objects as several declarations.
fn split(stmt: &mut Stmt) {
    let span = stmt.span;
    if let StmtKind::Declare(declared) = &mut stmt.kind {
        let stmts = mem::take(declared)
            .into_iter()
            .map(|one| Stmt::new(StmtKind::Declare(vec![one]), span))
            .collect();
        stmt.kind = StmtKind::Block(Block { locals: Vec::new(), stmts, span });
    }
}

/// A loop that runs once: its start and its body.
fn once(init: Option<ForInit>, body: Stmt, span: Span) -> StmtKind {
    let start = init.map(|init| match init {
        ForInit::Expr(expr) => StmtKind::Expr(expr),
        ForInit::Declare(declared) => StmtKind::Declare(declared),
    });
    let mut stmts: Vec<Stmt> = start.into_iter().map(|kind| Stmt::new(kind, span)).collect();
    stmts.push(body);
    StmtKind::Block(Block { locals: Vec::new(), stmts, span })
}

/// How many labels the body of a switch has that are not nested in other statements.
fn arms(body: &Stmt) -> u32 {
    let StmtKind::Block(block) = &body.kind else { return 0 };
    let labels = |stmt: &Stmt| {
        let (mut inner, mut count) = (stmt, 0);
        while let StmtKind::Case { body, .. } | StmtKind::Default(body) = &inner.kind {
            (inner, count) = (body, count + 1);
        }
        count
    };
    block.stmts.iter().map(labels).sum()
}

/// What a switch does from a label on, up to the next `break` that stands in its block.
fn take_arm(stmt: &mut Stmt, arm: u32) {
    let StmtKind::Switch { body, .. } = &mut stmt.kind else { return };
    let StmtKind::Block(block) = &mut body.kind else { return };
    let (mut seen, mut kept) = (0, Vec::new());
    for mut inner in mem::take(&mut block.stmts) {
        while let StmtKind::Case { body, .. } | StmtKind::Default(body) = inner.kind {
            inner = *body;
            seen += 1;
        }
        if seen <= arm {
            continue;
        }
        if matches!(inner.kind, StmtKind::Break) {
            break;
        }
        kept.push(inner);
    }
    stmt.kind = StmtKind::Block(Block { locals: Vec::new(), stmts: kept, span: stmt.span });
}
