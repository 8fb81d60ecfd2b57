//! What programs are made of, for sizes and coverage tables.

use std::collections::BTreeSet;

use crate::syntax::{Expr, ExprKind, Program, Stmt, StmtKind, Visitor, walk_expr, walk_stmt};

/// How large a program is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    pub statements: u64,
    /// Statements that hold others.
    pub blocks: u64,
    pub functions: u64,
}

/// Counts what stands in the bodies of functions.
pub fn count(program: &Program) -> Counted {
    let mut survey = Survey::default();
    for function in &program.functions {
        if let Some(body) = &function.body {
            survey.counted.functions += 1;
            survey.block(body);
        }
    }
    survey.counted
}

/// The names of the constructs that occur, each once.
pub fn constructs(program: &Program) -> Vec<String> {
    let mut survey = Survey::default();
    program.functions.iter().filter_map(|it| it.body.as_ref()).for_each(|it| survey.block(it));
    survey.names.into_iter().map(str::to_owned).collect()
}

#[derive(Default)]
struct Survey {
    counted: Counted,
    names: BTreeSet<&'static str>,
}

impl Visitor for Survey {
    fn stmt(&mut self, stmt: &Stmt) {
        let (name, is_block) = statement(&stmt.kind);
        match is_block {
            true => self.counted.blocks += 1,
            false => self.counted.statements += 1,
        }
        self.names.insert(name);
        walk_stmt(self, stmt);
    }

    fn expr(&mut self, expr: &Expr) {
        self.names.extend(expression(&expr.kind));
        walk_expr(self, expr);
    }
}

/// What a statement is called, and whether it only holds others.
fn statement(kind: &StmtKind) -> (&'static str, bool) {
    match kind {
        StmtKind::Empty => ("empty statement", true),
        StmtKind::Expr(_) => ("expression statement", false),
        StmtKind::Declare(_) => ("declaration", false),
        StmtKind::Block(_) => ("block", true),
        StmtKind::If { .. } => ("if", false),
        StmtKind::While { .. } => ("while", false),
        StmtKind::DoWhile { .. } => ("do", false),
        StmtKind::For { .. } => ("for", false),
        StmtKind::Switch { .. } => ("switch", false),
        StmtKind::Case { .. } | StmtKind::Default(_) => ("case", true),
        StmtKind::Label { .. } => ("label", true),
        StmtKind::Goto(_) => ("goto", false),
        StmtKind::ComputedGoto(_) => ("computed goto", false),
        StmtKind::Break => ("break", false),
        StmtKind::Continue => ("continue", false),
        StmtKind::Return(_) => ("return", false),
        StmtKind::Asm(_) => ("asm", false),
    }
}

/// What is worth counting of an expression.
fn expression(kind: &ExprKind) -> Option<&'static str> {
    Some(match kind {
        ExprKind::CompoundLiteral { .. } => "compound literal",
        ExprKind::Deref(_) => "dereference",
        ExprKind::Index { .. } => "index",
        ExprKind::Member { .. } => "member",
        ExprKind::AddressOf(_) => "address",
        ExprKind::IncDec { .. } => "increment",
        ExprKind::Binary { .. } => "arithmetic",
        ExprKind::PointerAdd { .. } | ExprKind::PointerDiff { .. } => "pointer arithmetic",
        ExprKind::Logical { .. } => "logical operator",
        ExprKind::Conditional { .. } => "conditional operator",
        ExprKind::Comma { .. } => "comma operator",
        ExprKind::Assign { .. } => "assignment",
        ExprKind::CompoundAssign { .. } => "compound assignment",
        ExprKind::Convert { implicit: false, .. } => "cast",
        ExprKind::Call { .. } => "call",
        ExprKind::Builtin { .. } => "builtin",
        ExprKind::VaArg { .. } => "variable argument",
        ExprKind::Statements(_) => "statement expression",
        _ => return None,
    })
}
