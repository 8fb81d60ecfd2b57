//! Assignments: every kind of right-hand side, straight into its destination.

use spektr_number::{Open, Outcome};

use crate::borrow::AccessKind;
use crate::layout::Shape;
use crate::syntax::{
    AggregateKind, BinOp, IntTy, Mutability, Operand, Place, Projection, Rvalue, Ty, TyKind, UnOp,
};

use super::Machine;
use super::access::{known, some_nan, store};
use super::arithmetic;
use super::copy::is_overlap;
use super::memory::state;
use super::operand::Value;
use super::place::{At, Spot};
use super::retag::Retag;
use super::stop::{Step, Undefined, Unspecified};
use super::types::Cx;
use super::value::{Immediate, Scalar};

impl Machine {
    /// `place = rvalue`: the destination is found first, then the operands in order.
    #[inline]
    pub(super) fn assign(&mut self, cx: Cx, place: &Place, rvalue: &Rvalue) -> Step<()> {
        let done = match rvalue {
            Rvalue::Binary(op, left, right) => self.quick_binary(cx, place, *op, left, right)?,
            Rvalue::Use(operand)
                if place.projection.is_empty() && !self.switches.strict_overlap =>
            {
                match self.quick_operand(cx, operand) {
                    Some((bits, _)) => self.quick_write(cx, place.local, bits),
                    None => false,
                }
            }
            _ => false,
        };
        if done {
            return Ok(());
        }
        self.assign_anything(cx, place, rvalue)
    }

    fn assign_anything(&mut self, cx: Cx, place: &Place, rvalue: &Rvalue) -> Step<()> {
        let dest = self.place(cx, place)?;
        if dest.through_shared {
            self.claim(cx, place, true)?;
        }
        match rvalue {
            Rvalue::Use(operand) => self.assign_use(cx, &dest, operand),
            Rvalue::Binary(op, left, right) => {
                let value = self.binary(cx, *op, left, right)?;
                self.write(cx, &dest, value.into())
            }
            Rvalue::Unary(op, operand) => self.unary(cx, &dest, *op, operand),
            Rvalue::Checked(op, left, right) => self.checked(cx, &dest, *op, left, right),
            Rvalue::Cast(kind, operand, ty) => self.cast(cx, &dest, *kind, operand, *ty),
            Rvalue::Ref(_, place) => self.reference(cx, &dest, place),
            Rvalue::RawRef(mutability, place) => self.raw_reference(cx, &dest, *mutability, place),
            Rvalue::Discriminant(place) => self.discriminant(cx, &dest, place),
            Rvalue::Len(place) => self.length(cx, &dest, place),
            Rvalue::Repeat(operand, count) => self.repeat(cx, &dest, operand, *count),
            Rvalue::Aggregate(kind, operands) => self.aggregate(cx, &dest, kind, operands),
        }
    }

    /// A plain copy or move.
    #[inline]
    fn assign_use(&mut self, cx: Cx, dest: &Spot, operand: &Operand) -> Step<()> {
        match self.operand(cx, operand)? {
            Value::Immediate(value, _) => self.write(cx, dest, value),
            Value::Spot(from) => {
                self.copy(cx, &from, dest, Retag::Plain)?;
                self.after_move(cx, operand, &from)
            }
            Value::Unit => Ok(()),
        }
    }

    /// `left op right` on numbers, characters, booleans and pointers.
    #[inline]
    pub(super) fn binary(
        &mut self,
        cx: Cx,
        op: BinOp,
        left: &Operand,
        right: &Operand,
    ) -> Step<Scalar> {
        let (left, ty) = self.immediate(cx, left)?;
        let (right, right_ty) = self.immediate(cx, right)?;
        match &cx.layout(ty).shape {
            Shape::Int(_) | Shape::Bool | Shape::Char | Shape::Float(_) => {
                self.binary_scalars(cx, op, ty, left.first(), right.first())
            }
            Shape::Thin if op == BinOp::Offset => {
                self.offset(cx, ty, left.first(), right.first(), right_ty)
            }
            _ => self.compare_pointers(op, left, right),
        }
    }

    /// `left op right` on two numbers of a type.
    #[inline]
    pub(super) fn binary_scalars(
        &self,
        cx: Cx,
        op: BinOp,
        ty: Ty,
        left: Scalar,
        right: Scalar,
    ) -> Step<Scalar> {
        let int = match &cx.layout(ty).shape {
            Shape::Int(int) => *int,
            Shape::Bool => IntTy::U8,
            Shape::Char => IntTy::U32,
            _ => return self.binary_float(cx, op, ty, left, right),
        };
        match (left, right) {
            (Scalar::Bits(a), Scalar::Bits(b)) if int.bits() <= 64 => {
                Ok(Scalar::Bits(u128::from(arithmetic::binary64(op, int, a as u64, b as u64)?)))
            }
            (Scalar::Bits(a), Scalar::Bits(b)) => {
                Ok(Scalar::Bits(arithmetic::binary(op, int, a, b)?))
            }
            // Whether dividing by an open value is defined is open as well.
            _ if matches!(op, BinOp::Div | BinOp::Rem) => Err(Unspecified::OpenValue.into()),
            _ => Ok(Scalar::Indeterminate),
        }
    }

    fn binary_float(&self, cx: Cx, op: BinOp, ty: Ty, left: Scalar, right: Scalar) -> Step<Scalar> {
        let TyKind::Float(kind) = cx.kind(ty) else { return Ok(Scalar::Indeterminate) };
        // All NaNs behave alike under operators, so an open one is as good as any.
        let (left, right) = (some_nan(cx, ty, left), some_nan(cx, ty, right));
        let (Scalar::Bits(a), Scalar::Bits(b)) = (left, right) else {
            return Ok(Scalar::Indeterminate);
        };
        Ok(outcome(arithmetic::float(op, *kind, a, b)))
    }

    fn unary(&mut self, cx: Cx, dest: &Spot, op: UnOp, operand: &Operand) -> Step<()> {
        let (value, ty) = self.immediate(cx, operand)?;
        let result = match (op, value, &cx.layout(ty).shape) {
            (UnOp::PtrMetadata, Immediate::Wide(_, len), _) => len,
            (UnOp::PtrMetadata, Immediate::Scalar(_), _) => return Ok(()),
            (_, Immediate::Scalar(Scalar::Bits(bits)), Shape::Int(kind)) => {
                Scalar::Bits(match op {
                    UnOp::Not => kind.number().not(bits),
                    _ => kind.number().neg(bits),
                })
            }
            (_, Immediate::Scalar(Scalar::Bits(bits)), Shape::Bool) => Scalar::Bits(bits ^ 1),
            (_, Immediate::Scalar(Scalar::Bits(bits)), Shape::Float(kind)) => {
                Scalar::Bits(kind.format().neg(bits))
            }
            (_, Immediate::Scalar(Scalar::Nan), _) => Scalar::Nan,
            _ => Scalar::Indeterminate,
        };
        self.write(cx, dest, result.into())
    }

    /// `Checked(a op b)`: the wrapped result and whether it overflowed.
    fn checked(
        &mut self,
        cx: Cx,
        dest: &Spot,
        op: BinOp,
        left: &Operand,
        right: &Operand,
    ) -> Step<()> {
        let (left, ty) = self.scalar(cx, left)?;
        let (right, _) = self.scalar(cx, right)?;
        let TyKind::Int(kind) = cx.kind(ty) else {
            unreachable!("`Checked` is about integers");
        };
        let (result, over) = match (left, right) {
            (Scalar::Bits(a), Scalar::Bits(b)) => match arithmetic::overflowing(op, *kind, a, b) {
                Some((bits, over)) => (Scalar::Bits(bits), Scalar::from(over)),
                None => unreachable!("`Checked` adds, subtracts or multiplies"),
            },
            _ => (Scalar::Indeterminate, Scalar::Indeterminate),
        };
        self.write_pair(cx, dest, result, over)
    }

    /// Two primitives into the two fields of a tuple.
    pub(super) fn write_pair(
        &mut self,
        cx: Cx,
        dest: &Spot,
        first: Scalar,
        second: Scalar,
    ) -> Step<()> {
        for (field, value) in [(0, first), (1, second)] {
            let mut part = self.field(cx, *dest, 0, field)?;
            part.is_local = dest.is_local;
            self.write(cx, &part, value.into())?;
        }
        Ok(())
    }

    /// `&place` and `&mut place`: a pointer to the place, which becomes a reference, with
    /// a tag of its own, when it is written.
    fn reference(&mut self, cx: Cx, dest: &Spot, place: &Place) -> Step<()> {
        let pointer = self.address_of(cx, place)?;
        self.write(cx, dest, pointer)
    }

    /// `&raw const place` and `&raw mut place`: the tag stays that of the place.
    fn raw_reference(
        &mut self,
        cx: Cx,
        dest: &Spot,
        mutability: Mutability,
        place: &Place,
    ) -> Step<()> {
        let mut pointer = self.address_of(cx, place)?;
        if mutability == Mutability::Not
            && self.switches.strict_raw_const
            && let Immediate::Scalar(Scalar::Pointer(to)) | Immediate::Wide(Scalar::Pointer(to), _) =
                &mut pointer
            && let Some(pointee) = cx.program.types.pointee(dest.ty)
        {
            *to = self.read_only(cx, *to, pointee)?;
        }
        if let Scalar::Pointer(pointer) = pointer.first()
            && place.projection.len() > 1
            && place.is_indirect()
        {
            self.check_stepped(cx, place, pointer.alloc)?;
        }
        self.write(cx, dest, pointer)
    }

    /// A step inside freed memory is undefined, unless it is one of 0 bytes.
    fn check_stepped(&self, cx: Cx, place: &Place, alloc: super::AllocId) -> Step<()> {
        if self.memory.get(alloc).is_ok() {
            return Ok(());
        }
        let frame = self.stack.top();
        let local = cx.program.functions[frame.function.index()].locals[place.local.index()].ty;
        let pointee = cx.program.types.pointee(local);
        let opaque = pointee.and_then(|ty| cx.table.layouts.get(ty)).is_some_and(|l| !l.promised);
        if opaque {
            return Err(Unspecified::Layout.into());
        }
        let at_start = place.projection[1..].iter().all(|p| *p == Projection::Field(0));
        if at_start { Ok(()) } else { Err(Undefined::Dangling(alloc).into()) }
    }

    fn address_of(&mut self, cx: Cx, place: &Place) -> Step<Immediate> {
        let spot = self.place(cx, place)?;
        if spot.through_shared {
            self.claim(cx, place, false)?;
        }
        let pointer = match spot.at {
            At::Memory(pointer) => {
                if !place.is_indirect() {
                    self.memory.get_mut(pointer.alloc)?.in_memory = true;
                }
                Scalar::Pointer(pointer)
            }
            At::Address(address) => Scalar::Bits(u128::from(address)),
            At::Open => Scalar::Indeterminate,
        };
        Ok(if cx.program.types.is_unsized(spot.ty) {
            Immediate::Wide(pointer, Scalar::Bits(u128::from(spot.len)))
        } else {
            Immediate::Scalar(pointer)
        })
    }

    /// `Discriminant(place)`: the discriminant of the variant that is there.
    fn discriminant(&mut self, cx: Cx, dest: &Spot, place: &Place) -> Step<()> {
        let is_unwritten = !place.is_indirect() && self.is_untouched(place.local);
        let spot = self.place(cx, place)?;
        let variant = self.read_variant(cx, &spot)?;
        if is_unwritten && self.switches.strict_variants {
            return Err(Undefined::Uninitialised.into());
        }
        let int = match &cx.layout(dest.ty).shape {
            Shape::Int(int) => *int,
            _ => IntTy::Isize,
        };
        let bits = super::variant::discriminant(cx, spot.ty, variant, int);
        self.write(cx, dest, Scalar::Bits(bits).into())
    }

    /// `Len(place)`: of an array as its type says, of a slice as its pointer says.
    fn length(&mut self, cx: Cx, dest: &Spot, place: &Place) -> Step<()> {
        let spot = self.place(cx, place)?;
        let len = match cx.kind(spot.ty) {
            TyKind::Array(_, count) => *count,
            _ => spot.len,
        };
        self.write(cx, dest, Scalar::Bits(u128::from(len)).into())
    }

    /// `[operand; n]`: the first element is made from the operand, the others from it.
    fn repeat(&mut self, cx: Cx, dest: &Spot, operand: &Operand, count: u64) -> Step<()> {
        let value = self.operand(cx, operand)?;
        if let At::Memory(pointer) = dest.at {
            self.memory.get_mut(pointer.alloc)?.in_memory = true;
        }
        if count == 0 {
            return Ok(());
        }
        let first = self.element(cx, *dest, 0)?;
        match value {
            Value::Immediate(value, _) => self.write(cx, &first, value)?,
            Value::Spot(from) => self.copy(cx, &from, &first, Retag::Plain)?,
            Value::Unit => {}
        }
        let size = cx.layout(first.ty).size;
        let At::Memory(pointer) = first.at else { return Ok(()) };
        if size == 0 {
            return Ok(());
        }
        let all = u64::from(size) * count;
        self.spend_on_bytes(all);
        let range = self.memory.reach(&pointer, all)?;
        if count > 1 {
            let rest = range.start + size..range.end;
            self.memory.note(&pointer, AccessKind::Write, rest)?;
        }
        // What is there is copied again and again, twice as much each time.
        let (mut done, all) = (size, range.end - range.start);
        while done < all {
            let source = range.start..range.start + done.min(all - done);
            self.memory.copy((pointer.alloc, source), (pointer.alloc, range.start + done))?;
            done += done.min(all - done);
        }
        Ok(())
    }

    /// A tuple, array, struct, variant or union: the operands field by field, then the
    /// variant, then the whole is made a value.
    fn aggregate(
        &mut self,
        cx: Cx,
        dest: &Spot,
        kind: &AggregateKind,
        operands: &[Operand],
    ) -> Step<()> {
        let variant = match kind {
            AggregateKind::Adt(_, variant) => *variant,
            _ => 0,
        };
        self.prepare_aggregate(cx, dest, kind, variant)?;
        for (index, operand) in operands.iter().enumerate() {
            let part = match kind {
                AggregateKind::Array(_) => self.element(cx, *dest, index as u64)?,
                AggregateKind::Union(_, field) => self.field(cx, *dest, 0, *field)?,
                _ => self.field(cx, *dest, variant, index as u32)?,
            };
            if matches!(kind, AggregateKind::Union(..)) {
                self.check_taken_out(cx, operand)?;
            }
            self.put_part(cx, dest, &part, operand)?;
            if self.switches.strict_unions && matches!(kind, AggregateKind::Union(..)) {
                self.forget_beside(cx, dest, &part)?;
            }
        }
        if matches!(kind, AggregateKind::Adt(..)) {
            self.write_variant(cx, dest, variant)?;
        }
        match dest.at {
            At::Memory(p) => self.validate(cx, p.alloc, p.offset as u32, dest.ty, Retag::Plain),
            _ => Ok(()),
        }
    }

    /// Makes what lies beside one field of a union uninitialised.
    fn forget_beside(&mut self, cx: Cx, whole: &Spot, field: &Spot) -> Step<()> {
        let (size, used) = (cx.layout(whole.ty).size, cx.layout(field.ty).size);
        if !cx.layout(whole.ty).promised || used >= size {
            return Ok(());
        }
        let pointer = self.reachable(cx, whole, whole.ty)?;
        let (allocation, offset) = self.memory.write(&pointer, size)?;
        allocation.in_memory = true;
        // Every field of a union whose layout is promised begins where the union does.
        allocation.set_state(offset + used..offset + size, state::UNINIT);
        Ok(())
    }

    /// An opaque enum or union is about to hold something else.
    fn prepare_aggregate(
        &mut self,
        cx: Cx,
        dest: &Spot,
        kind: &AggregateKind,
        variant: u32,
    ) -> Step<()> {
        let layout = cx.layout(dest.ty);
        let active = match (&layout.shape, kind) {
            _ if layout.promised => return Ok(()),
            (Shape::Enum { .. }, _) => variant,
            (Shape::Union(_), AggregateKind::Union(_, field)) => *field,
            _ => return Ok(()),
        };
        let pointer = self.reachable(cx, dest, dest.ty)?;
        let range = self.memory.reach(&pointer, u64::from(layout.size))?;
        if self.memory.get(pointer.alloc)?.is_shadowed(range.clone()) {
            return Err(Unspecified::SharedStorage.into());
        }
        self.share_storage(cx, pointer.alloc, range.start, dest.ty, active)
    }

    /// One operand of an aggregate, not yet a value.
    fn put_part(&mut self, cx: Cx, dest: &Spot, part: &Spot, operand: &Operand) -> Step<()> {
        match self.operand(cx, operand)? {
            Value::Unit => Ok(()),
            Value::Immediate(value, _) => {
                let layout = cx.layout(part.ty);
                let pointer = self.reachable(cx, part, part.ty)?;
                let (allocation, offset) = self.memory.write(&pointer, layout.size)?;
                allocation.in_memory = true;
                store(allocation, offset, &layout.shape, value);
                Ok(())
            }
            Value::Spot(from) => {
                // In the stricter reading, no operand may lie in the destination.
                if self.switches.strict_overlap && is_overlap(cx, &from, dest) {
                    return Err(Undefined::Overlap.into());
                }
                self.copy_bytes(cx, &from, part)?;
                self.after_move(cx, operand, &from)
            }
        }
    }

    /// What Miri takes out of memory as scalars has to be initialised, even if it is put
    /// into a union that would hold anything.
    fn check_taken_out(&mut self, cx: Cx, operand: &Operand) -> Step<()> {
        let Value::Spot(from) = self.operand(cx, operand)? else { return Ok(()) };
        let size = cx.layout(from.ty).size;
        let pointer = self.reachable(cx, &from, from.ty)?;
        if size == 0 || !cx.facts(from.ty).immediate {
            return Ok(());
        }
        let range = self.memory.reach(&pointer, u64::from(size))?;
        let allocation = self.memory.get(pointer.alloc)?;
        if !allocation.in_memory || self.is_filled(cx, pointer.alloc, range.start, from.ty) {
            return Ok(());
        }
        if allocation.states(range).contains(&state::UNINIT) {
            return Err(Undefined::Uninitialised.into());
        }
        Err(Unspecified::SharedStorage.into())
    }

    /// The length that a `usize` operand gives.
    pub(super) fn known_operand(&mut self, cx: Cx, operand: &Operand) -> Step<u128> {
        let (scalar, _) = self.scalar(cx, operand)?;
        known(scalar)
    }
}

/// A float result, open where the language leaves it open.
pub(super) fn outcome(outcome: Outcome) -> Scalar {
    match outcome.open {
        Open::Nothing => Scalar::Bits(outcome.bits),
        Open::NanBits => Scalar::Nan,
        Open::ZeroSign => Scalar::Indeterminate,
    }
}
