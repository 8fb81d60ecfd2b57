//! Vectors (GCC 6.52): values in memory, operated on lane by lane.

use super::Lowerer;
use super::place::{InMemory, Place};
use crate::machine::code::{LaneOp, Lanes, Op, Reg, Scalar};
use crate::syntax::{BinOp, Expr, UnOp};
use crate::types::{Shape, Ty};

impl Lowerer<'_> {
    /// Element and number of lanes.
    fn shape_of(&self, ty: Ty) -> (Scalar, u32) {
        match self.types().shape(ty) {
            Shape::Vector { element, lanes } => {
                (self.scalar(*element).unwrap_or(Scalar::Bool), *lanes)
            }
            _ => (Scalar::Bool, 0),
        }
    }

    /// A new vector of type `ty`, each lane by `op`.
    fn lanes(&mut self, ty: Ty, op: LaneOp, a: Reg, b: Reg, c: Reg) -> Reg {
        let (element, lanes) = self.shape_of(ty);
        let info = self.shared.lanes(Lanes { element, lanes, op });
        let to = self.temporary();
        self.make_temporary(ty, to);
        self.emit(Op::Lanes { info, to, a, b, c });
        to
    }

    pub(super) fn vector_unary(&mut self, op: UnOp, operand: &Expr, ty: Ty) -> Reg {
        let a = self.value(operand);
        let op = match op {
            UnOp::Plus => return a,
            UnOp::Negate => LaneOp::Negate,
            UnOp::Complement => LaneOp::Complement,
            UnOp::Not => LaneOp::Not(self.shape_of(operand.ty).0),
        };
        self.lanes(ty, op, a, a, a)
    }

    pub(super) fn vector_binary(&mut self, op: BinOp, left: &Expr, right: &Expr, ty: Ty) -> Reg {
        let (a, b) = self.operands(left, right);
        if op.is_comparison() {
            let compared = self.shape_of(left.ty).0;
            return self.lanes(ty, LaneOp::Compare(op, compared), a, b, a);
        }
        self.lanes(ty, LaneOp::Binary(op), a, b, a)
    }

    pub(super) fn vector_apply(&mut self, op: BinOp, a: Reg, b: Reg, ty: Ty) -> Reg {
        self.lanes(ty, LaneOp::Binary(op), a, b, a)
    }

    pub(super) fn vector_select(
        &mut self,
        condition: &Expr,
        then: Option<&Expr>,
        otherwise: &Expr,
        ty: Ty,
    ) -> Reg {
        let a = self.value(condition);
        let b = then.map_or(a, |then| self.value(then));
        let c = self.value(otherwise);
        let tested = self.shape_of(condition.ty).0;
        self.lanes(ty, LaneOp::Select(tested), a, b, c)
    }

    pub(super) fn splat(&mut self, operand: &Expr, ty: Ty) -> Reg {
        let a = self.value(operand);
        self.lanes(ty, LaneOp::Splat, a, a, a)
    }

    pub(super) fn convert_vector(&mut self, operand: &Expr, ty: Ty) -> Reg {
        let a = self.value(operand);
        let from = self.shape_of(operand.ty).0;
        self.lanes(ty, LaneOp::Convert(from), a, a, a)
    }

    pub(super) fn shuffle(&mut self, args: &[Expr], ty: Ty) -> Reg {
        let values: Vec<Reg> = args.iter().map(|arg| self.value(arg)).collect();
        let two = args.len() == 3;
        let Some(mask) = args.last() else {
            return self.unsupported("`__builtin_shuffle` of nothing");
        };
        let mask = self.shape_of(mask.ty).0;
        let (a, b, c) = (values[0], values[1], values[values.len() - 1]);
        self.lanes(ty, LaneOp::Shuffle { two, mask }, a, b, c)
    }

    /// The bits of a vector or integer as another type of the same size.
    pub(super) fn reinterpret(&mut self, operand: &Expr, ty: Ty) -> Reg {
        let from = self.value(operand);
        let slot = if self.is_aggregate(operand.ty) {
            from
        } else {
            let slot = self.temporary();
            self.make_temporary(operand.ty, slot);
            let memory = self.fresh_object(slot, operand.ty);
            self.store(Place::Memory(memory), operand.ty, from);
            slot
        };
        if self.is_aggregate(ty) {
            return slot;
        }
        let memory = self.fresh_object(slot, ty);
        self.load(Place::Memory(memory), ty)
    }

    /// GNU's cast to a union.
    pub(super) fn union_of(&mut self, operand: &Expr, ty: Ty) -> Reg {
        let from = self.value(operand);
        let slot = self.temporary();
        self.make_temporary(ty, slot);
        let memory = self.fresh_object(slot, ty);
        self.store(Place::Memory(memory), operand.ty, from);
        slot
    }

    fn fresh_object(&self, slot: Reg, ty: Ty) -> InMemory {
        let align = self.types().align_of(ty);
        InMemory { init: true, via_union: true, ..InMemory::variable(slot, align) }
    }

    /// `v[i]`.
    pub(super) fn lane(&mut self, vector: &Expr, index: &Expr, ty: Ty) -> Place {
        let (_, lanes) = self.shape_of(vector.ty);
        let size = self.size(ty) as u32;
        let memory = self.in_memory(vector);
        let start = self.address(memory, size * lanes, false);
        let i = self.value(index);
        let dst = self.temp();
        self.emit(Op::Lane { dst, vector: start, index: i, size, lanes });
        let align = memory.align.min(size);
        Place::Memory(InMemory { pointer: dst, offset: 0, whole: false, align, ..memory })
    }
}
