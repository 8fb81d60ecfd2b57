//! Array bounds: an index that was within them is replaced by one that just misses, or by any
//! expression at all.

use spektr_text::Span;

use super::Sites;
use crate::syntax::{BinOp, Conversion, Expr, ExprKind, Program, VisitorMut, walk_expr_mut};
use crate::types::{Shape, Types};
use crate::typing;

pub fn apply(program: &mut Program, sites: &mut Sites<'_>) {
    let Program { types, functions, .. } = program;
    let mut bounds = Bounds { types, sites };
    for function in functions.iter_mut().filter(|it| it.name.starts_with("func_")) {
        if let Some(body) = &mut function.body {
            bounds.block(body);
        }
    }
}

struct Bounds<'a, 'b> {
    types: &'a mut Types,
    sites: &'a mut Sites<'b>,
}

impl VisitorMut for Bounds<'_, '_> {
    fn expr(&mut self, expr: &mut Expr) {
        walk_expr_mut(self, expr);
        let span = expr.span;
        let ExprKind::Index { pointer, index } = &mut expr.kind else { return };
        let ExprKind::Convert { conversion: Conversion::ArrayDecay, operand, .. } = &pointer.kind
        else {
            return;
        };
        let Shape::Array { length: Some(length), .. } = *self.types.shape(operand.ty) else {
            return;
        };
        let Some(mut entropy) = self.sites.here(span) else { return };
        let number = |value: i64| Expr::int(value as i32);
        let old = std::mem::replace(&mut **index, number(0));
        let types = &mut *self.types;
        let made = match entropy.index(6) {
            0 => Ok(number(length as i64)),
            1 => typing::binary(types, BinOp::Add, old.clone(), number(1)),
            2 => typing::binary(types, BinOp::Sub, old.clone(), number(1)),
            // Always within: only the expression is another one.
            3 => {
                let most = Expr::new(ExprKind::Int(length.into()), Types::UINT, Span::default());
                typing::binary(types, BinOp::Rem, old.clone(), most)
            }
            4 => Ok(number(entropy.range_signed(-20, 20_000))),
            _ => {
                let factor = number(entropy.range_signed(1, 15));
                let product = typing::binary(types, BinOp::Mul, old.clone(), factor);
                let away = number(entropy.range_signed(-3, 3));
                product.and_then(|it| typing::binary(types, BinOp::Add, it, away))
            }
        };
        **index = typing::promote(self.types, made.unwrap_or(old));
        self.sites.done(span);
    }
}
