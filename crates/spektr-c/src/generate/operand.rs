//! Operators on operands whose values are known. The value of the result is asked of the
//! machine's arithmetic; where that refuses, the operation is rewritten.

use super::Generator;
use super::rewrite::{Operation, Replacement};
use crate::machine::number::{extend, make};
use crate::machine::{IntTy, Value, float};
use crate::syntax::{BinOp, Expr, ExprKind, UnOp};
use crate::types::{Shape, Ty, Types};
use crate::typing;

/// An arithmetic value: the expression, and what it is.
#[derive(Clone, Debug)]
pub struct Operand {
    pub expr: Expr,
    pub value: Value,
}

/// What an expression is, without the expression.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub value: Value,
    pub ty: Ty,
}

impl Operand {
    pub fn known(&self) -> Known {
        Known { value: self.value, ty: self.expr.ty }
    }
}

/// A comparison of comparisons with parentheses: clang 22 refuses to believe it otherwise.
fn apart(op: BinOp, expr: Expr) -> Expr {
    match expr.written().kind {
        ExprKind::Binary { op: inner, .. } if op.is_comparison() && inner.is_comparison() => {
            let (ty, span) = (expr.ty, expr.span);
            Expr::new(ExprKind::Paren(Box::new(expr)), ty, span)
        }
        _ => expr,
    }
}

impl Generator {
    /// An integer type as arithmetic sees it.
    pub(super) fn int(&self, ty: Ty) -> IntTy {
        match self.program.types.int_kind(ty) {
            Some(kind) => IntTy { bits: kind.bits() as u8, signed: kind.is_signed() },
            None => IntTy::INT,
        }
    }

    /// A value as it is after a conversion; `None` if the machine refuses that.
    pub(super) fn converted(&self, value: Value, from: Ty, to: Ty) -> Option<Value> {
        let types = &self.program.types;
        let is_bool = matches!(types.shape(to), Shape::Bool);
        Some(match (types.as_float(from), types.as_float(to)) {
            (None, None) if is_bool => Value::number(u64::from(value.lo | value.hi != 0)),
            (None, None) => make(self.int(to), extend(self.int(from), value)),
            (None, Some(kind)) => float::from_int(self.int(from), kind, value),
            (Some(kind), None) if is_bool => Value::number(u64::from(!float::is_zero(kind, value))),
            (Some(kind), None) => float::to_int(kind, self.int(to), value).ok()?,
            (Some(one), Some(other)) => float::to_float(one, other, value),
        })
    }

    pub(super) fn is_true(&self, operand: &Operand) -> bool {
        match self.program.types.as_float(operand.expr.ty) {
            Some(kind) => !float::is_zero(kind, operand.value),
            None => operand.value.lo | operand.value.hi != 0,
        }
    }

    pub(super) fn cast(&mut self, operand: Operand, to: Ty) -> Operand {
        let from = operand.expr.ty;
        let Some(value) = self.converted(operand.value, from, to) else { return operand };
        let span = self.fresh_span();
        // What has a value after the conversion can be converted.
        match typing::cast(&mut self.program.types, operand.expr, to) {
            Ok(mut expr) => {
                expr.span = span;
                Operand { expr, value }
            }
            Err(_) => self.zero(),
        }
    }

    /// `+ - ~ !` of an integer.
    pub(super) fn unary(&mut self, op: UnOp, operand: Operand) -> Operand {
        let from = operand.expr.ty;
        let span = self.fresh_span();
        let Ok(mut expr) = typing::unary(&mut self.program.types, op, operand.expr) else {
            return self.zero();
        };
        expr.span = span;
        let ExprKind::Unary { op: written, operand: inner } = &mut expr.kind else {
            return self.zero();
        };
        let ty = inner.ty;
        if op == UnOp::Not {
            return Operand { expr, value: Value::number(u64::from(operand.value.bits() == 0)) };
        }
        let int = self.int(ty);
        let x = extend(int, make(int, extend(self.int(from), operand.value)));
        let value = match op {
            UnOp::Complement => make(int, !x),
            UnOp::Negate => {
                let negation = Operation { op: BinOp::Sub, int, count: int, a: 0, b: x };
                negation.result().unwrap_or_else(|| {
                    *written = UnOp::Plus;
                    self.made.rewrites += 1;
                    make(int, x)
                })
            }
            UnOp::Plus | UnOp::Not => make(int, x),
        };
        Operand { expr, value }
    }

    /// An operator of two integers, rewritten until the machine accepts it.
    pub(super) fn binary(&mut self, op: BinOp, left: Operand, right: Operand) -> Operand {
        let (from_left, from_right) = (left.expr.ty, right.expr.ty);
        let span = self.fresh_span();
        let (a, b) = (apart(op, left.expr), apart(op, right.expr));
        let typed = typing::binary(&mut self.program.types, op, a, b);
        let Ok(mut expr) = typed else { return self.zero() };
        expr.span = span;
        let (int, count) = match &expr.kind {
            ExprKind::Binary { left, right, .. } => (self.int(left.ty), self.int(right.ty)),
            _ => return self.zero(),
        };
        let number = |from: IntTy, to: IntTy, value| extend(to, make(to, extend(from, value)));
        let mut operation = Operation {
            op,
            int,
            count,
            a: number(self.int(from_left), int, left.value),
            b: number(self.int(from_right), count, right.value),
        };
        loop {
            if let Some(value) = operation.result() {
                return Operand { expr, value };
            }
            self.made.rewrites += 1;
            let by = operation.rewritten(&mut self.entropy);
            let a = operation.a;
            match by {
                Some(Replacement::Operator(op)) => {
                    operation.op = op;
                    if let ExprKind::Binary { op: written, .. } = &mut expr.kind {
                        *written = op;
                    }
                }
                Some(Replacement::Plus(c)) => {
                    self.move_count(&mut expr, &mut operation, BinOp::Add, c);
                }
                Some(Replacement::Minus(c)) => {
                    self.move_count(&mut expr, &mut operation, BinOp::Sub, c);
                }
                Some(Replacement::Left) | None => {
                    let ExprKind::Binary { left, .. } = expr.kind else { return self.zero() };
                    return Operand { expr: *left, value: make(int, a) };
                }
            }
        }
    }

    /// Adds to, or takes from, the count of a shift.
    fn move_count(&mut self, expr: &mut Expr, operation: &mut Operation, op: BinOp, c: u128) {
        let ExprKind::Binary { right, .. } = &mut expr.kind else { return };
        let (ty, int) = (right.ty, operation.count);
        let count = std::mem::replace(&mut **right, Expr::int(0));
        let value = make(int, operation.b);
        let c = self.constant_of(ty, c);
        let moved = self.binary(op, Operand { expr: count, value }, c);
        operation.b = extend(int, moved.value);
        if let ExprKind::Binary { right, .. } = &mut expr.kind {
            **right = moved.expr;
        }
    }

    pub(super) fn logical(&mut self, and: bool, left: Operand, right: Operand) -> Operand {
        let (a, b) = (self.is_true(&left), self.is_true(&right));
        let typed = typing::logical(&mut self.program.types, and, left.expr, right.expr);
        let Ok(expr) = typed else { return self.zero() };
        let truth = if and { a && b } else { a || b };
        Operand { expr, value: Value::number(u64::from(truth)) }
    }

    /// A bit-field promoted by an operator: as a branch of a conditional operator C promotes it by
    /// itself, and C++ has it keep its type.
    fn promoted(&mut self, operand: Operand) -> Operand {
        let place = operand.expr.written();
        if place.bit_field_width(&self.program.types).is_some() && self.is_cpp() {
            return self.unary(UnOp::Plus, operand);
        }
        operand
    }

    /// `c ? a : b`.
    pub(super) fn conditional(&mut self, condition: Operand, a: Operand, b: Operand) -> Operand {
        let (a, b) = (self.promoted(a), self.promoted(b));
        let truth = self.is_true(&condition);
        let (chosen, from) = if truth { (a.value, a.expr.ty) } else { (b.value, b.expr.ty) };
        let types = &mut self.program.types;
        let Ok(expr) = typing::conditional(types, condition.expr, Some(a.expr), b.expr) else {
            return self.zero();
        };
        match self.converted(chosen, from, expr.ty) {
            Some(value) => Operand { expr, value },
            None => self.zero(),
        }
    }

    /// `+ - * /` of two floating values, as long as the result is a number; else the left one.
    pub(super) fn float_binary(&mut self, op: BinOp, left: Operand, right: Operand) -> Operand {
        let (a, b) = (left.expr.ty, right.expr.ty);
        let span = self.fresh_span();
        let typed = typing::binary(&mut self.program.types, op, left.expr, right.expr);
        let Ok(mut expr) = typed else { return self.zero() };
        expr.span = span;
        let ExprKind::Binary { left: inner, .. } = &expr.kind else { return self.zero() };
        let ty = inner.ty;
        let kind = self.program.types.as_float(ty);
        let x = self.converted(left.value, a, ty);
        let y = self.converted(right.value, b, ty);
        if let (Some(kind), Some(x), Some(y)) = (kind, x, y) {
            let value = float::binary(op, kind, x, y);
            if value.is_number() && (op.is_comparison() || self.is_finite(ty, value)) {
                return Operand { expr, value };
            }
        }
        // The left operand alone, converted as the operator converts it.
        match (expr.kind, x) {
            (ExprKind::Binary { left, .. }, Some(value)) => Operand { expr: *left, value },
            _ => self.zero(),
        }
    }

    /// Whether a floating value is a number that is not too large for its type.
    pub(super) fn is_finite(&self, ty: Ty, value: Value) -> bool {
        if !value.is_number() {
            return false;
        }
        match ty.unqualified() {
            Types::FLOAT => f32::from_bits(value.lo as u32).is_finite(),
            _ => f64::from_bits(value.lo).is_finite(),
        }
    }
}
