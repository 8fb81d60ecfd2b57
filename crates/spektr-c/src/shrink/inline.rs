//! A call that is a statement becomes the body of the function it calls, and one that is a value
//! the expression that the function returns.

use super::walk::Walk;
use crate::syntax::{
    Block, Declared, Expr, ExprKind, FunctionId, Init, LabelId, LocalId, LocalKind, Program, Stmt,
    StmtKind, Visitor, VisitorMut, walk_expr_mut, walk_stmt, walk_stmt_mut,
};

/// The function that a statement calls, if its body can stand there: of `return f(a);` any body,
/// of `f(a);` and `x = f(a);` one that returns at its end or not at all.
pub(super) fn called(program: &Program, caller: u32, stmt: &Stmt) -> Option<FunctionId> {
    let (expr, returned) = match &stmt.kind {
        StmtKind::Expr(expr) => (value_of(expr), false),
        StmtKind::Return(Some(expr)) => (expr.written(), true),
        _ => return None,
    };
    let (id, args) = call_of(expr)?;
    let function = program.function(id);
    let body = function.body.as_ref()?;
    let signature = function.signature(&program.types);
    if id.0 == caller || signature.variadic || function.params.len() != args.len() {
        return None;
    }
    let mut inside = Inside { returns: 0, statics: false };
    inside.block(body);
    let ends_in_return = matches!(body.stmts.last(), Some(Stmt { kind: StmtKind::Return(_), .. }));
    let simple = returned || inside.returns == 0 || (inside.returns == 1 && ends_in_return);
    (simple && !inside.statics).then_some(id)
}

/// What a call of a function is that only returns an expression: that, with the arguments in the
/// place of the parameters.
pub(super) fn value(program: &Program, caller: u32, call: &Expr) -> Option<Expr> {
    let (id, args) = call_of(call)?;
    let function = program.function(id);
    let [Stmt { kind: StmtKind::Return(Some(value)), .. }] =
        function.body.as_ref()?.stmts.as_slice()
    else {
        return None;
    };
    // A parameter that is an lvalue stays one only as an object.
    if id.0 == caller || function.params.len() != args.len() || function.locals.len() != args.len()
    {
        return None;
    }
    let mut value = value.clone();
    Substitute { params: &function.params, args }.expr(&mut value);
    Some(value)
}

struct Substitute<'a> {
    params: &'a [LocalId],
    args: &'a [Expr],
}

impl VisitorMut for Substitute<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        walk_expr_mut(self, expr);
        if let ExprKind::Local(id) = expr.kind
            && let Some(position) = self.params.iter().position(|param| *param == id)
        {
            *expr = self.args[position].clone();
        }
    }
}

/// What a statement computes: behind an assignment, its value.
fn value_of(expr: &Expr) -> &Expr {
    match &expr.written().kind {
        ExprKind::Assign { value, .. } => value.written(),
        _ => expr.written(),
    }
}

fn call_of(expr: &Expr) -> Option<(FunctionId, &[Expr])> {
    let ExprKind::Call { callee, args } = &expr.kind else { return None };
    match callee.written().kind {
        ExprKind::Function(id) => Some((id, args)),
        _ => None,
    }
}

/// The body with parameters as objects of its own and the result assigned.
pub(super) fn inlined(
    walk: &mut Walk<'_>,
    program: &Program,
    id: FunctionId,
    stmt: &Stmt,
) -> Block {
    let function = program.function(id);
    let mut shift = Shift { locals: walk.locals.len() as u32, labels: walk.labels.len() as u32 };
    walk.labels.extend(function.labels.iter().cloned());
    for local in &function.locals {
        let mut local = local.clone();
        if let LocalKind::Param { .. } | LocalKind::ArrayParam { .. } = local.kind {
            local.kind = LocalKind::Auto;
            if local.name.is_empty() {
                local.name = "unused".to_string();
            }
        }
        walk.locals.push(local);
    }
    let expr = match &stmt.kind {
        StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) => expr,
        _ => unreachable!("`called` saw an expression"),
    };
    let (_, args) = call_of(value_of(expr)).expect("`called` saw a call");
    let mut stmts: Vec<Stmt> = function
        .params
        .iter()
        .zip(args)
        .map(|(&param, arg)| {
            let local = LocalId(param.0 + shift.locals);
            let init = Some(Init::Expr(arg.clone()));
            Stmt::new(StmtKind::Declare(vec![Declared::Local { local, init }]), stmt.span)
        })
        .collect();
    let mut body = function.body.clone().expect("`called` saw a body");
    shift.block(&mut body);
    let returned = matches!(stmt.kind, StmtKind::Return(_));
    let result = match body.stmts.pop() {
        Some(last) if returned => {
            body.stmts.push(last);
            None
        }
        Some(Stmt { kind: StmtKind::Return(result), .. }) => result,
        Some(last) => {
            body.stmts.push(last);
            None
        }
        None => None,
    };
    stmts.push(Stmt::new(StmtKind::Block(body), stmt.span));
    if let Some(value) = result {
        let Some(Stmt { kind: StmtKind::Block(inner), .. }) = stmts.last_mut() else {
            unreachable!("just pushed")
        };
        inner.stmts.push(Stmt::new(StmtKind::Expr(with_result(expr, value)), stmt.span));
    }
    Block { locals: Vec::new(), stmts, span: stmt.span }
}

/// The statement's expression with the call's value in its place.
fn with_result(expr: &Expr, value: Expr) -> Expr {
    match &expr.written().kind {
        ExprKind::Assign { target, .. } => {
            let kind = ExprKind::Assign { target: target.clone(), value: Box::new(value) };
            Expr::new(kind, expr.ty, expr.span)
        }
        _ => value,
    }
}

/// What stands in the way of inlining.
struct Inside {
    returns: u32,
    statics: bool,
}

impl Visitor for Inside {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Return(_) => self.returns += 1,
            StmtKind::Declare(declared) => {
                self.statics |= declared.iter().any(|one| matches!(one, Declared::Static(_)));
            }
            _ => {}
        }
        walk_stmt(self, stmt);
    }
}

/// Numbers of a callee's objects and labels as its caller has them.
struct Shift {
    locals: u32,
    labels: u32,
}

impl VisitorMut for Shift {
    fn expr(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Local(id) | ExprKind::CompoundLiteral { local: id, .. } => {
                *id = LocalId(id.0 + self.locals);
            }
            ExprKind::LabelAddress(id) => *id = LabelId(id.0 + self.labels),
            _ => {}
        }
        walk_expr_mut(self, expr);
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        match &mut stmt.kind {
            StmtKind::Goto(id) | StmtKind::Label { label: id, .. } => {
                *id = LabelId(id.0 + self.labels);
            }
            StmtKind::Declare(declared) => self.shift(declared),
            StmtKind::For { init: Some(crate::syntax::ForInit::Declare(declared)), .. } => {
                self.shift(declared);
            }
            _ => {}
        }
        walk_stmt_mut(self, stmt);
    }
}

impl Shift {
    fn shift(&self, declared: &mut [Declared]) {
        for one in declared {
            if let Declared::Local { local, .. } = one {
                *local = LocalId(local.0 + self.locals);
            }
        }
    }
}
