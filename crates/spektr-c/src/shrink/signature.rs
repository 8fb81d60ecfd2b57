//! Changes of what a function takes and returns.

use super::entity::{called, visit};
use crate::syntax::{
    Declared, Expr, ExprKind, FunctionId, Init, LocalId, LocalKind, Program, Stmt, StmtKind,
    Visitor, VisitorMut, walk_expr, walk_expr_mut, walk_stmt_mut,
};
use crate::types::{FunctionTy, Shape, Ty, Types};

/// Whether a type is one that a function can return a constant of.
pub(super) fn has_zero(types: &Types, ty: Ty) -> bool {
    matches!(types.shape(ty), Shape::Void) || types.is_scalar(ty)
}

struct DropArgument(FunctionId, usize);

impl VisitorMut for DropArgument {
    fn expr(&mut self, expr: &mut Expr) {
        walk_expr_mut(self, expr);
        if called(expr) == Some(self.0)
            && let ExprKind::Call { args, .. } = &mut expr.kind
            && self.1 < args.len()
        {
            args.remove(self.1);
        }
    }
}

pub(super) fn drop_param(program: &mut Program, id: FunctionId, param: usize) -> Option<()> {
    visit(program, &mut DropArgument(id, param));
    take_param(program, id, param).map(|_| ())
}

/// The function without a parameter; its callers still give an argument.
fn take_param(program: &mut Program, id: FunctionId, param: usize) -> Option<LocalId> {
    let function = program.functions.get_mut(id.0 as usize)?;
    if param >= function.params.len() {
        return None;
    }
    let taken = function.params.remove(param);
    let old = function.signature(&program.types).clone();
    let mut params = old.params.clone();
    if old.prototyped && param < params.len() {
        params.remove(param);
    }
    function.ty = program.types.function(FunctionTy { params, ..old });
    Some(taken)
}

pub(super) fn drop_params(program: &mut Program, id: FunctionId) -> Option<()> {
    let function = program.functions.get_mut(id.0 as usize)?;
    function.params.clear();
    let old = function.signature(&program.types).clone();
    function.ty = program.types.function(FunctionTy { params: Vec::new(), ..old });
    Some(())
}

/// Looks for the first argument that a call gives for a parameter.
struct Argument {
    callee: FunctionId,
    param: usize,
    found: Option<Expr>,
}

impl Visitor for Argument {
    fn expr(&mut self, expr: &Expr) {
        if self.found.is_none()
            && called(expr) == Some(self.callee)
            && let ExprKind::Call { args, .. } = &expr.kind
        {
            self.found = args.get(self.param).cloned();
        }
        walk_expr(self, expr);
    }
}

/// Whether an expression can stand in another function.
struct Portable(bool);

impl Visitor for Portable {
    fn expr(&mut self, expr: &Expr) {
        self.0 &= !matches!(
            expr.kind,
            ExprKind::Local(_)
                | ExprKind::CompoundLiteral { .. }
                | ExprKind::Statements(_)
                | ExprKind::LabelAddress(_)
        );
        walk_expr(self, expr);
    }
}

pub(super) fn fix_param(program: &mut Program, id: FunctionId, param: usize) -> Option<()> {
    let mut argument = Argument { callee: id, param, found: None };
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    bodies.for_each(|body| argument.block(body));
    let value = argument.found?;
    let mut portable = Portable(true);
    portable.expr(&value);
    if !portable.0 {
        return None;
    }
    visit(program, &mut DropArgument(id, param));
    let local = take_param(program, id, param)?;
    let function = &mut program.functions[id.0 as usize];
    function.locals[local.0 as usize].kind = LocalKind::Auto;
    let span = value.span;
    let declared = Declared::Local { local, init: Some(Init::Expr(value)) };
    let body = function.body.as_mut()?;
    body.stmts.insert(0, Stmt::new(StmtKind::Declare(vec![declared]), span));
    Some(())
}

pub(super) fn set_result(program: &mut Program, id: u32, result: Ty) -> Option<()> {
    let function = program.functions.get_mut(id as usize)?;
    let old = function.signature(&program.types).clone();
    function.ty = program.types.function(FunctionTy { result, ..old });
    Some(())
}

/// What is returned is not computed any more.
struct NoValue;

impl VisitorMut for NoValue {
    fn stmt(&mut self, stmt: &mut Stmt) {
        walk_stmt_mut(self, stmt);
        if let StmtKind::Return(value) = &mut stmt.kind {
            *value = None;
        }
    }
}

pub(super) fn no_result(program: &mut Program, id: u32) -> Option<()> {
    set_result(program, id, Types::VOID)?;
    NoValue.block(program.functions[id as usize].body.as_mut()?);
    Some(())
}
