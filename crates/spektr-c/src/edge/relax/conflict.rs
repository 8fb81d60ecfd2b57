//! Unsequenced conflicts: the left operand also writes a variable that the right one reads. The
//! language orders neither operands nor arguments.

use super::Sites;
use crate::syntax::{
    Conversion, Expr, ExprKind, IncDec, Program, Visitor, VisitorMut, walk_expr, walk_expr_mut,
};
use crate::types::Types;
use crate::typing;

pub fn apply(program: &mut Program, sites: &mut Sites<'_>) {
    let Program { types, functions, .. } = program;
    let mut conflicts = Conflicts { types, sites };
    for function in functions.iter_mut().filter(|it| it.name.starts_with("func_")) {
        if let Some(body) = &mut function.body {
            conflicts.block(body);
        }
    }
}

struct Conflicts<'a, 'b> {
    types: &'a mut Types,
    sites: &'a mut Sites<'b>,
}

impl Conflicts<'_, '_> {
    fn operands(&mut self, left: &mut Expr, right: &Expr) {
        if !self.types.is_integer(left.ty) {
            return;
        }
        let mut read = Read { types: self.types, found: None };
        read.expr(right);
        let (Some(place), span) = (read.found, left.span) else { return };
        let Some(mut entropy) = self.sites.here(span) else { return };
        let types = &mut *self.types;
        let made = match entropy.coin() && place.ty.unqualified() != Types::BOOL {
            true => typing::inc_dec(types, IncDec::PostIncrement, place),
            false => typing::assign(types, place, left.clone()),
        };
        let made = made.and_then(|it| typing::assignment_conversion(types, it, left.ty));
        if let Ok(made) = made {
            *left = made;
            self.sites.done(span);
        }
    }
}

impl VisitorMut for Conflicts<'_, '_> {
    fn expr(&mut self, expr: &mut Expr) {
        walk_expr_mut(self, expr);
        match &mut expr.kind {
            ExprKind::Binary { left, right, .. } => self.operands(left, right),
            ExprKind::Call { args, .. } => {
                if let [left, right, ..] = args.as_mut_slice() {
                    self.operands(left, right);
                }
            }
            _ => {}
        }
    }
}

/// The first variable that is read and could be written.
struct Read<'a> {
    types: &'a Types,
    found: Option<Expr>,
}

impl Visitor for Read<'_> {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Convert { conversion: Conversion::Load, operand, .. } = &expr.kind
            && matches!(operand.kind, ExprKind::Local(_) | ExprKind::Global(_))
            && self.types.is_integer(operand.ty)
            && !operand.ty.is_const()
            && self.found.is_none()
        {
            self.found = Some((**operand).clone());
        }
        walk_expr(self, expr);
    }
}
