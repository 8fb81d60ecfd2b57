//! Null pointers: the value that a pointer is given becomes null.

use super::{Sites, global_site, pointer_init};
use crate::syntax::{
    Declared, Definition, Expr, ExprKind, Program, Stmt, StmtKind, VisitorMut, walk_expr_mut,
    walk_stmt_mut,
};
use crate::types::Types;
use crate::typing;

pub fn apply(program: &mut Program, sites: &mut Sites<'_>) {
    let Program { types, functions, globals, .. } = program;
    for (index, global) in globals.iter_mut().enumerate() {
        if let Definition::Initialized(init) = &mut global.definition
            && let Some(value) = pointer_init(types, init)
            && sites.here(global_site(index)).is_some()
        {
            make_null(types, value);
            sites.done(global_site(index));
        }
    }
    let mut nulls = Nulls { types, sites };
    for function in functions.iter_mut().filter(|it| it.name.starts_with("func_")) {
        if let Some(body) = &mut function.body {
            nulls.block(body);
        }
    }
}

fn make_null(types: &mut Types, value: &mut Expr) {
    if let Ok(null) = typing::assignment_conversion(types, Expr::int(0), value.ty) {
        *value = null;
    }
}

struct Nulls<'a, 'b> {
    types: &'a mut Types,
    sites: &'a mut Sites<'b>,
}

impl VisitorMut for Nulls<'_, '_> {
    fn expr(&mut self, expr: &mut Expr) {
        walk_expr_mut(self, expr);
        if let ExprKind::Assign { target, value } = &mut expr.kind
            && self.types.is_pointer(target.ty)
            && self.sites.here(expr.span).is_some()
        {
            make_null(self.types, value);
            self.sites.done(expr.span);
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        if let StmtKind::Declare(declared) = &mut stmt.kind
            && let [Declared::Local { init: Some(init), .. }] = declared.as_mut_slice()
            && let Some(value) = pointer_init(self.types, init)
            && self.sites.here(stmt.span).is_some()
        {
            make_null(self.types, value);
            self.sites.done(stmt.span);
        }
        walk_stmt_mut(self, stmt);
    }
}
