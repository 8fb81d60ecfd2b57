//! Operators on operands whose values are known. The value of the result is asked of the
//! machine's arithmetic; where that refuses, the operation is rewritten.

use super::Generator;
use super::rewrite::{Operation, Replacement};
use crate::machine::number::{extend, make};
use crate::machine::{IntTy, Value, float};
use crate::syntax::{BinOp, Expr, ExprKind, Flat, FlatId, UnOp};
use crate::types::{Shape, Ty, Types};
use crate::typing::{self, Expander};
use spektr_text::Span;

/// An arithmetic value: what is written for it, and what it is.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    pub node: FlatId,
    pub ty: Ty,
    /// Its width if it is the value of a bit-field, which its promotion depends on.
    pub width: Option<u32>,
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
        Known { value: self.value, ty: self.ty }
    }
}

impl Generator {
    pub(super) fn write(&mut self, node: Flat) -> FlatId {
        self.program.flats.push(node)
    }

    /// What is written as a tree, as an operand.
    pub(super) fn of_tree(&mut self, expr: Expr, value: Value) -> Operand {
        let ty = expr.ty.unqualified();
        let width = expr.value_bit_field_width(&self.program.types);
        Operand { node: self.program.flats.push_tree(expr), ty, width, value }
    }

    /// The tree of what is written, with a place of its own for every operator.
    pub(super) fn tree(&mut self, node: FlatId) -> Expr {
        let program = &mut self.program;
        let locals = program.functions.get(self.function.0 as usize);
        let mut expander = Expander {
            types: &mut program.types,
            globals: &program.globals,
            locals: locals.map_or(&[], |function| &function.locals),
            flats: &program.flats,
            span: Some(&mut self.next_span),
        };
        expander.expand(node)
    }

    /// An operand in a statement: flat where the statement runs once and is not executed, else its
    /// tree. Converted to `to` as if by assignment.
    pub(super) fn written(&mut self, operand: Operand, to: Ty) -> Option<Expr> {
        if self.runs_once() {
            return Some(self.flat(operand.node, to));
        }
        let expr = self.tree(operand.node);
        typing::assignment_conversion(&mut self.program.types, expr, to).ok()
    }

    /// An expression of this type that stays flat.
    pub(super) fn flat(&mut self, node: FlatId, ty: Ty) -> Expr {
        if self.program.flats.trees.len() > self.trees {
            self.tidy.with_trees.push(node);
        }
        Expr::new(ExprKind::Flat(node), ty.unqualified(), Span::default())
    }

    /// Whether what is written here is never executed again.
    pub(super) fn runs_once(&self) -> bool {
        self.loops == 0 && !self.is_helper
    }

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

    pub(super) fn is_true(&self, operand: Operand) -> bool {
        match self.program.types.as_float(operand.ty) {
            Some(kind) => !float::is_zero(kind, operand.value),
            None => operand.value.lo | operand.value.hi != 0,
        }
    }

    pub(super) fn cast(&mut self, operand: Operand, to: Ty) -> Operand {
        let Some(value) = self.converted(operand.value, operand.ty, to) else { return operand };
        let ty = to.unqualified();
        Operand { node: self.write(Flat::Cast(operand.node, ty)), ty, width: None, value }
    }

    /// The type in which operators see a value.
    fn promoted_type(&self, operand: Operand) -> Ty {
        typing::promoted_type(&self.program.types, operand.ty, operand.width)
    }

    /// `+ - ~ !` of an integer.
    pub(super) fn unary(&mut self, op: UnOp, operand: Operand) -> Operand {
        if op == UnOp::Not {
            let value = Value::number(u64::from(operand.value.bits() == 0));
            let node = self.write(Flat::Unary(op, operand.node));
            return Operand { node, ty: Types::INT, width: None, value };
        }
        let ty = self.promoted_type(operand);
        let int = self.int(ty);
        let x = extend(int, make(int, extend(self.int(operand.ty), operand.value)));
        let mut op = op;
        let value = match op {
            UnOp::Complement => make(int, !x),
            UnOp::Negate => {
                let negation = Operation { op: BinOp::Sub, int, count: int, a: 0, b: x };
                negation.result().unwrap_or_else(|| {
                    op = UnOp::Plus;
                    self.made.rewrites += 1;
                    make(int, x)
                })
            }
            UnOp::Plus | UnOp::Not => make(int, x),
        };
        Operand { node: self.write(Flat::Unary(op, operand.node)), ty, width: None, value }
    }

    /// A comparison of comparisons with parentheses: clang 22 refuses to believe it otherwise.
    fn apart(&mut self, op: BinOp, operand: Operand) -> FlatId {
        match self.program.flats.get(operand.node) {
            Flat::Binary(inner, ..) if op.is_comparison() && inner.is_comparison() => {
                self.write(Flat::Paren(operand.node))
            }
            _ => operand.node,
        }
    }

    /// An operator of two integers, rewritten until the machine accepts it.
    pub(super) fn binary(&mut self, op: BinOp, left: Operand, mut right: Operand) -> Operand {
        let (one, other) = (self.promoted_type(left), self.promoted_type(right));
        let (in_ty, count_ty) = match op.is_shift() {
            true => (one, other),
            false => match typing::common_type(&self.program.types, one, other) {
                Some(common) => (common, common),
                None => return left,
            },
        };
        let (int, count) = (self.int(in_ty), self.int(count_ty));
        let number = |from: IntTy, to: IntTy, value| extend(to, make(to, extend(from, value)));
        let mut operation = Operation {
            op,
            int,
            count,
            a: number(self.int(left.ty), int, left.value),
            b: number(self.int(right.ty), count, right.value),
        };
        loop {
            if let Some(value) = operation.result() {
                let op = operation.op;
                let (one, other) = (self.apart(op, left), self.apart(op, right));
                let node = self.write(Flat::Binary(op, one, other));
                let ty = if op.is_comparison() { Types::INT } else { in_ty };
                return Operand { node, ty, width: None, value };
            }
            self.made.rewrites += 1;
            match operation.rewritten(&mut self.entropy) {
                Some(Replacement::Operator(op)) => operation.op = op,
                Some(Replacement::Plus(c)) => {
                    right = self.moved_count(right, &mut operation, count_ty, BinOp::Add, c);
                }
                Some(Replacement::Minus(c)) => {
                    right = self.moved_count(right, &mut operation, count_ty, BinOp::Sub, c);
                }
                Some(Replacement::Left) | None => return left,
            }
        }
    }

    /// The count of a shift with something added to it, or taken from it.
    fn moved_count(
        &mut self,
        count: Operand,
        operation: &mut Operation,
        ty: Ty,
        op: BinOp,
        c: u128,
    ) -> Operand {
        let value = make(operation.count, operation.b);
        let c = self.constant_of(ty, c);
        let moved = self.binary(op, Operand { ty, width: None, value, ..count }, c);
        operation.b = extend(operation.count, moved.value);
        moved
    }

    pub(super) fn logical(&mut self, and: bool, left: Operand, right: Operand) -> Operand {
        let (a, b) = (self.is_true(left), self.is_true(right));
        let (truth, node) = match and {
            true => (a && b, Flat::And(left.node, right.node)),
            false => (a || b, Flat::Or(left.node, right.node)),
        };
        let value = Value::number(u64::from(truth));
        Operand { node: self.write(node), ty: Types::INT, width: None, value }
    }

    /// A bit-field promoted by an operator: as a branch of a conditional operator C promotes it by
    /// itself, and C++ has it keep its type.
    fn promoted(&mut self, operand: Operand) -> Operand {
        if operand.width.is_some() && self.is_cpp() {
            return self.unary(UnOp::Plus, operand);
        }
        operand
    }

    /// `c ? a : b`.
    pub(super) fn conditional(&mut self, condition: Operand, a: Operand, b: Operand) -> Operand {
        let (a, b) = (self.promoted(a), self.promoted(b));
        let chosen = if self.is_true(condition) { a } else { b };
        let (one, other) = (self.promoted_type(a), self.promoted_type(b));
        let common = typing::common_type(&self.program.types, one, other);
        let converted =
            common.and_then(|ty| Some((ty, self.converted(chosen.value, chosen.ty, ty)?)));
        match converted {
            Some((ty, value)) => {
                let node = self.write(Flat::Conditional(condition.node, a.node, b.node));
                Operand { node, ty, width: None, value }
            }
            None => self.zero(),
        }
    }

    /// `+ - * /` of two floating values, as long as the result is a number; else the left one.
    pub(super) fn float_binary(&mut self, op: BinOp, left: Operand, right: Operand) -> Operand {
        let (one, other) = (self.promoted_type(left), self.promoted_type(right));
        let Some(common) = typing::common_type(&self.program.types, one, other) else {
            return left;
        };
        let x = self.converted(left.value, left.ty, common);
        let y = self.converted(right.value, right.ty, common);
        let kind = self.program.types.as_float(common);
        if let (Some(kind), Some(x), Some(y)) = (kind, x, y) {
            let value = float::binary(op, kind, x, y);
            if value.is_number() && (op.is_comparison() || self.is_finite(common, value)) {
                let ty = if op.is_comparison() { Types::INT } else { common };
                let (one, other) = (self.apart(op, left), self.apart(op, right));
                let node = self.write(Flat::Binary(op, one, other));
                return Operand { node, ty, width: None, value };
            }
        }
        left
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
