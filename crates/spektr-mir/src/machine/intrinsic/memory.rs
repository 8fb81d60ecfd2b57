//! Intrinsics on pointers and memory.

use crate::layout::{Shape, TagShape};
use crate::syntax::Ty;

use super::Call;
use crate::machine::Machine;
use crate::machine::access::known;
use crate::machine::copy::is_overlap;
use crate::machine::memory::{Allocation, Owner, state};
use crate::machine::place::{Alignment, At, Spot, check_region, whole};
use crate::machine::pointer::pointee_of;
use crate::machine::retag::Retag;
use crate::machine::stop::{Step, Undefined, Unspecified};
use crate::machine::types::Cx;
use crate::machine::value::{AllocId, Pointer, Scalar};

impl Machine {
    /// A typed copy of what a pointer points to.
    pub(super) fn load_intrinsic(&mut self, cx: Cx, call: Call, aligned: bool) -> Step<()> {
        let from = self.target(cx, call, 0)?;
        let alignment = if aligned { from.alignment } else { Alignment::Right };
        self.copy(cx, &Spot { alignment, ..from }, call.dest, Retag::Plain)
    }

    /// A typed copy to what a pointer points to.
    pub(super) fn store_intrinsic(&mut self, cx: Cx, call: Call, aligned: bool) -> Step<()> {
        let to = self.target(cx, call, 0)?;
        let alignment = if aligned { to.alignment } else { Alignment::Right };
        self.put(cx, &Spot { alignment, ..to }, call.args[1].value(), Retag::Plain)
    }

    /// What a pointer argument points to.
    pub(super) fn target(&mut self, cx: Cx, call: Call, index: usize) -> Step<Spot> {
        let (pointer, ty) = self.argument(cx, call, index)?;
        self.pointed_to(cx, pointer, pointee_of(cx, ty))
    }

    /// `offset`: in bounds or undefined.
    pub(super) fn offset_intrinsic(&mut self, cx: Cx, call: Call) -> Step<()> {
        let (pointer, ty) = self.argument(cx, call, 0)?;
        let (count, count_ty) = self.argument(cx, call, 1)?;
        let result = self.offset(cx, ty, pointer.first(), count.first(), count_ty)?;
        self.write(cx, call.dest, result.into())
    }

    /// `arith_offset`: anywhere, as long as nothing is accessed there.
    pub(super) fn stray_intrinsic(&mut self, cx: Cx, call: Call) -> Step<()> {
        let (pointer, ty) = self.argument(cx, call, 0)?;
        let (count, _) = self.argument(cx, call, 1)?;
        let result = self.stray(cx, pointee_of(cx, ty), pointer.first(), count.first())?;
        self.write(cx, call.dest, result.into())
    }

    pub(super) fn distance_intrinsic(&mut self, cx: Cx, call: Call, unsigned: bool) -> Step<()> {
        let (a, ty) = self.argument(cx, call, 0)?;
        let (b, _) = self.argument(cx, call, 1)?;
        let distance = self.distance(cx, pointee_of(cx, ty), a.first(), b.first())?;
        if unsigned && distance < 0 {
            return Err(Undefined::Distance.into());
        }
        self.write(cx, call.dest, Scalar::Bits(u128::from(distance as u64)).into())
    }

    /// `ptr_mask`: which bits of an address are set is open, unless all or none are kept.
    pub(super) fn mask(&mut self, cx: Cx, call: Call) -> Step<()> {
        let (pointer, _) = self.argument(cx, call, 0)?;
        let (mask, _) = self.argument(cx, call, 1)?;
        let result = match (pointer.first(), mask.first()) {
            (pointer, Scalar::Bits(mask)) if mask == u128::from(u64::MAX) => pointer,
            (Scalar::Bits(address), Scalar::Bits(mask)) => Scalar::Bits(address & mask),
            _ => Scalar::Indeterminate,
        };
        self.write(cx, call.dest, result.into())
    }

    /// So many elements behind a pointer: alignment, then bytes, which may be none.
    fn elements(
        &mut self,
        cx: Cx,
        call: Call,
        index: usize,
        count: u64,
    ) -> Step<Option<(Pointer, u32)>> {
        let spot = self.target(cx, call, index)?;
        self.check_alignment(&spot)?;
        let layout = cx.layout(spot.ty);
        let Some(size) = u64::from(layout.size).checked_mul(count).filter(|&s| s <= 1 << 62) else {
            return Err(Undefined::PointerOverflow.into());
        };
        if size == 0 {
            return Ok(None);
        }
        match spot.at {
            At::Memory(pointer) => {
                check_region(cx, &pointer, layout)?;
                self.memory.reach(&pointer, size)?;
                self.spend_on_bytes(size);
                Ok(Some((pointer, size as u32)))
            }
            At::Address(address) => Err(Undefined::NoProvenance { address }.into()),
            At::Open => Err(Unspecified::Address.into()),
        }
    }

    /// `copy` and `copy_nonoverlapping`: bytes as they are, of no type.
    pub(super) fn copy_many(&mut self, cx: Cx, call: Call, apart: bool) -> Step<()> {
        let count = known(self.argument(cx, call, 2)?.0.first())? as u64;
        let source = self.elements(cx, call, 0, count)?;
        let target = self.elements(cx, call, 1, count)?;
        let (Some((source, size)), Some((target, _))) = (source, target) else {
            return Ok(());
        };
        let (_, start) = self.memory.read(&source, size)?;
        let (_, offset) = self.memory.write(&target, size)?;
        let overlap =
            source.alloc == target.alloc && start < offset + size && offset < start + size;
        if apart && overlap && !self.copies_nothing((source.alloc, start..start + size)) {
            return Err(Undefined::Overlap.into());
        }
        self.memory.copy((source.alloc, start..start + size), (target.alloc, offset))
    }

    /// `write_bytes`. Wherever the fields of an opaque type lie, they are of that byte now;
    /// only what it says of the variant of an opaque enum is open.
    pub(super) fn write_bytes(&mut self, cx: Cx, call: Call) -> Step<()> {
        let (byte, _) = self.argument(cx, call, 1)?;
        let count = known(self.argument(cx, call, 2)?.0.first())? as u64;
        let ty = self.target(cx, call, 0)?.ty;
        let Some((pointer, size)) = self.elements(cx, call, 0, count)? else { return Ok(()) };
        let (allocation, offset) = self.memory.write(&pointer, size)?;
        match byte.first() {
            Scalar::Bits(byte) => allocation.set_bytes(offset..offset + size, byte as u8),
            _ => allocation.set_state(offset..offset + size, state::OPEN),
        }
        if !cx.layout(ty).promised {
            for start in (offset..offset + size).step_by(cx.layout(ty).size as usize) {
                open_tags(cx, allocation, start, ty);
            }
        }
        Ok(())
    }

    /// `compare_bytes`: of a difference only the sign is promised.
    pub(super) fn compare_bytes(&mut self, cx: Cx, call: Call) -> Step<()> {
        let count = known(self.argument(cx, call, 2)?.0.first())? as u64;
        let a = self.elements(cx, call, 0, count)?;
        let b = self.elements(cx, call, 1, count)?;
        let (Some((a, size)), Some((b, _))) = (a, b) else {
            return self.write(cx, call.dest, Scalar::Bits(0).into());
        };
        let equal = self.known_bytes(&a, size)? == self.known_bytes(&b, size)?;
        let result = if equal { Scalar::Bits(0) } else { Scalar::Indeterminate };
        self.write(cx, call.dest, result.into())
    }

    /// `raw_eq`: of all bytes, padding included, which therefore must not be there.
    pub(super) fn raw_eq(&mut self, cx: Cx, call: Call) -> Step<()> {
        let a = self.elements(cx, call, 0, 1)?;
        let b = self.elements(cx, call, 1, 1)?;
        let (Some((a, size)), Some((b, _))) = (a, b) else {
            return self.write(cx, call.dest, Scalar::from(true).into());
        };
        if !cx.layout(self.target(cx, call, 0)?.ty).promised {
            return Err(Unspecified::Layout.into());
        }
        let equal = self.known_bytes(&a, size)? == self.known_bytes(&b, size)?;
        self.write(cx, call.dest, Scalar::from(equal).into())
    }

    /// Bytes as numbers: all initialised, none left open.
    fn known_bytes(&mut self, pointer: &Pointer, size: u32) -> Step<Vec<u8>> {
        let (allocation, offset) = self.memory.read(pointer, size)?;
        let range = offset..offset + size;
        let states = allocation.states(range.clone());
        if states.contains(&state::UNINIT) {
            return Err(Undefined::Uninitialised.into());
        }
        if states.iter().any(|&s| s != state::INIT) {
            return Err(Unspecified::OpenValue.into());
        }
        Ok(allocation.bytes(range).to_vec())
    }

    /// `typed_swap_nonoverlapping`: two typed copies with something in between.
    pub(super) fn swap(&mut self, cx: Cx, call: Call) -> Step<()> {
        let (a, b) = (self.target(cx, call, 0)?, self.target(cx, call, 1)?);
        if is_overlap(cx, &a, &b) {
            return Err(Undefined::Overlap.into());
        }
        let (alloc, between) = self.temporary(cx, a.ty)?;
        self.copy(cx, &a, &between, Retag::Plain)?;
        self.copy(cx, &b, &a, Retag::Plain)?;
        self.copy(cx, &between, &b, Retag::Plain)?;
        self.memory.free(alloc)
    }

    fn temporary(&mut self, cx: Cx, ty: Ty) -> Step<(AllocId, Spot)> {
        let layout = cx.layout(ty);
        let alloc = self.memory.allocate(layout.size, layout.align, Owner::Argument)?;
        Ok((alloc, Spot::sized(At::Memory(whole(alloc, layout)), ty)))
    }
}

/// Leaves the variants of opaque enums open.
fn open_tags(cx: Cx, allocation: &mut Allocation, offset: u32, ty: Ty) {
    let layout = cx.layout(ty);
    let mut fields = |variant: usize, offsets: &[u32]| {
        for (field, at) in offsets.iter().enumerate() {
            open_tags(cx, allocation, offset + at, cx.field(ty, variant as u32, field as u32));
        }
    };
    match &layout.shape {
        _ if layout.promised => {}
        Shape::Fields(offsets) => fields(0, offsets),
        Shape::Union(offsets) => fields(0, offsets),
        Shape::Array { element, stride, count } => {
            for index in 0..*count as u32 {
                open_tags(cx, allocation, offset + index * stride, *element);
            }
        }
        Shape::Enum { tag, variants, .. } => {
            for (variant, offsets) in variants.iter().enumerate() {
                fields(variant, offsets);
            }
            if let TagShape::Index { offset: at } = *tag {
                allocation.store_open(offset + at, 4);
            }
        }
        _ => {}
    }
}
