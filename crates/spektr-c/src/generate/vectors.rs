//! Vectors (GNU's `vector_size`) whose lanes differ: made, computed with lane by lane, and read lane
//! by lane into scalars.

use super::Generator;
use super::place::{Role, Variable};
use crate::syntax::{ArrayInit, BinOp, Expr, Init, LocalId};
use crate::types::{IntKind, Shape, Ty, Types};
use crate::typing;

/// Elements, and operators that are defined for all their values.
const UNSIGNED: [IntKind; 4] = [IntKind::UChar, IntKind::UShort, IntKind::UInt, IntKind::ULong];
const SIGNED: [IntKind; 4] = [IntKind::SChar, IntKind::Short, IntKind::Int, IntKind::Long];
const MODULAR: [BinOp; 6] =
    [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor];
const BITWISE: [BinOp; 3] = [BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor];
const COMPARISONS: [BinOp; 3] = [BinOp::Less, BinOp::Equal, BinOp::GreaterEqual];

impl Generator {
    /// A new vector, an operation with one that is there, or a lane that goes to a scalar.
    pub(super) fn make_vector(&mut self) -> bool {
        let is_vector = |it: &Self, variable: &Variable| it.program.types.is_vector(variable.ty);
        let Some(vector) = self.pick(true, is_vector) else {
            return self.declare_vector().is_some();
        };
        match self.entropy.index(4) {
            0 => self.declare_vector().is_some(),
            1 => self.combine_vectors(vector).is_some(),
            _ => self.read_lane(vector).is_some(),
        }
    }

    fn vector_type(&mut self) -> Ty {
        let kinds = if self.entropy.coin() { UNSIGNED } else { SIGNED };
        let element = Types::int(kinds[self.entropy.index(kinds.len())]);
        let size = self.program.types.size_of(element).unwrap_or(1);
        let bytes = 8u64 << self.entropy.below(3);
        let lanes = (bytes / size).max(2);
        self.program.types.vector(element, lanes as u32)
    }

    fn declare_vector(&mut self) -> Option<LocalId> {
        let ty = self.vector_type();
        let Shape::Vector { element, lanes } = *self.program.types.shape(ty) else { return None };
        let busy = std::mem::replace(&mut self.busy, true);
        let mut items = Vec::new();
        for lane in 0..u64::from(lanes) {
            let value = if self.chance(300) { self.leaf() } else { self.constant() };
            // Written out, since braces of C++ convert nothing that might not fit.
            let value = self.cast(value, element);
            let init = Init::Expr(self.tree(value.node));
            items.push(ArrayInit { first: lane, last: lane, init });
        }
        self.busy = busy;
        self.declare(ty, Role::Local, Init::Array(items))
    }

    /// `a = a op b`, or the lanes of a comparison.
    fn combine_vectors(&mut self, one: Variable) -> Option<()> {
        let same = |_: &Self, variable: &Variable| variable.ty == one.ty;
        let other = self.pick(false, same)?;
        let Shape::Vector { element, .. } = *self.program.types.shape(one.ty) else { return None };
        let signed = self.int(element).signed;
        let op = match self.chance(200) && signed {
            true => COMPARISONS[self.entropy.index(COMPARISONS.len())],
            false if signed => BITWISE[self.entropy.index(BITWISE.len())],
            false => MODULAR[self.entropy.index(MODULAR.len())],
        };
        let (left, right) = (self.base_expr(one), self.base_expr(other));
        let types = &mut self.program.types;
        let value = typing::binary(types, op, left.clone(), right).ok()?;
        if value.ty.unqualified() != one.ty.unqualified() {
            return None;
        }
        let assign = typing::assign(types, left, value).ok()?;
        self.perform_expr(assign).then_some(())
    }

    /// `target = v[i] op …`.
    fn read_lane(&mut self, vector: Variable) -> Option<()> {
        let Shape::Vector { lanes, .. } = *self.program.types.shape(vector.ty) else { return None };
        let lane = Expr::int(self.entropy.below(u64::from(lanes)) as i32);
        let base = self.base_expr(vector);
        let span = self.fresh_span();
        let mut place = typing::index(&mut self.program.types, base, lane).ok()?;
        place.span = span;
        let lane = place.decayed(&mut self.program.types);
        let lane = self.evaluated(lane)?;
        let height = self.entropy.below(3) as u32;
        let other = self.arithmetic(height);
        let ops = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::BitXor, BinOp::BitAnd];
        let op = ops[self.entropy.index(ops.len())];
        let value = self.binary(op, lane, other);
        let target = self.target(false)?;
        let (target, value) = (self.tree(target.node), self.tree(value.node));
        let assign = typing::assign(&mut self.program.types, target, value).ok()?;
        self.perform_expr(assign).then_some(())
    }
}
