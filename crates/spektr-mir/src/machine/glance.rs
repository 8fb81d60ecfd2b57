//! Quick looks for a generator: cheap, without any effect, and without an opinion on
//! borrows. What a glance allows may still be refused; what it denies would be.

use crate::layout::{Layout, Shape};
use crate::syntax::{Local, Place, Program, Projection, Ty, TyKind};

use super::Machine;
use super::access::load;
use super::copy::is_primitive;
use super::frame::LocalSlot;
use super::place::{Alignment, At, Spot, whole};
use super::types::Cx;
use super::value::{AllocId, Immediate, Pointer, Scalar};

impl Machine {
    /// The layout of a sized type.
    pub fn layout(&self, ty: Ty) -> Option<&Layout> {
        self.table.layouts.get(ty)
    }

    /// The primitive value at a place of the running function.
    pub fn glance(&self, program: &Program, place: &Place) -> Option<Immediate> {
        let cx = Cx { program, table: &self.table };
        let spot = self.glance_spot(cx, place)?;
        self.glance_value(cx, &spot)
    }

    /// Where a place is, if all its bytes exist and are aligned.
    pub fn glance_at(&self, program: &Program, place: &Place) -> Option<Pointer> {
        let cx = Cx { program, table: &self.table };
        let spot = self.glance_spot(cx, place)?;
        let pointer = self.reachable(cx, &spot, spot.ty).ok()?;
        let size = cx.layout(spot.ty).size;
        self.memory.reach(&pointer, u64::from(size)).ok()?;
        Some(pointer)
    }

    /// Whether a local is live but has no memory yet.
    pub fn is_untouched(&self, local: Local) -> bool {
        let frame = self.stack.last();
        frame.and_then(|frame| frame.locals.get(local.index())) == Some(&LocalSlot::Fresh)
    }

    /// Whether there is a value of the place's type.
    pub fn has_value(&self, program: &Program, place: &Place) -> bool {
        self.holds_value(program, place, false)
    }

    /// Whether there is a value of the place's type with nothing in it left open.
    pub fn is_known(&self, program: &Program, place: &Place) -> bool {
        self.holds_value(program, place, true)
    }

    fn holds_value(&self, program: &Program, place: &Place, known: bool) -> bool {
        let cx = Cx { program, table: &self.table };
        let Some(spot) = self.glance_spot(cx, place) else { return false };
        let Ok(pointer) = self.reachable(cx, &spot, spot.ty) else { return false };
        let size = cx.layout(spot.ty).size;
        match self.memory.reach(&pointer, u64::from(size)) {
            Ok(range) => self.is_value(cx, pointer.alloc, range.start, spot.ty, known),
            Err(_) => false,
        }
    }

    pub(super) fn is_value(
        &self,
        cx: Cx,
        alloc: AllocId,
        offset: u32,
        ty: Ty,
        known: bool,
    ) -> bool {
        let layout = cx.layout(ty);
        let part = |at: u32, ty: Ty| self.is_value(cx, alloc, offset + at, ty, known);
        match &layout.shape {
            shape if is_primitive(shape) => {
                let loaded = match self.memory.get(alloc) {
                    Ok(allocation) => load(allocation, offset, ty, shape),
                    Err(_) => return false,
                };
                match loaded {
                    Ok(value) => !known || value.first() != Scalar::Indeterminate,
                    Err(_) => false,
                }
            }
            Shape::Fields(offsets) => {
                let parts = offsets.iter().enumerate();
                parts.into_iter().all(|(field, &at)| part(at, cx.field(ty, 0, field as u32)))
            }
            Shape::Array { element, stride, count } => {
                (0..*count as u32).all(|index| part(index * stride, *element))
            }
            Shape::Enum { variants, .. } => match self.variant_in(cx, alloc, offset, ty) {
                Ok(variant) => {
                    let parts = variants[variant as usize].iter().enumerate();
                    parts.into_iter().all(|(f, &at)| part(at, cx.field(ty, variant, f as u32)))
                }
                Err(_) => false,
            },
            _ => self.memory.get(alloc).is_ok(),
        }
    }

    fn glance_value(&self, cx: Cx, spot: &Spot) -> Option<Immediate> {
        let layout = cx.layout(spot.ty);
        if !is_primitive(&layout.shape) {
            return None;
        }
        let pointer = self.reachable(cx, spot, spot.ty).ok()?;
        let range = self.memory.reach(&pointer, u64::from(layout.size)).ok()?;
        load(self.memory.get(pointer.alloc).ok()?, range.start, spot.ty, &layout.shape).ok()
    }

    fn glance_local(&self, cx: Cx, local: Local) -> Option<Spot> {
        let frame = self.stack.last()?;
        let LocalSlot::Live(alloc) = *frame.locals.get(local.index())? else { return None };
        let ty = cx.program.functions[frame.function.index()].locals[local.index()].ty;
        Some(Spot {
            at: At::Memory(whole(alloc, cx.layout(ty))),
            ty,
            len: 0,
            alignment: Alignment::Right,
            is_local: true,
            through_shared: false,
        })
    }

    fn glance_spot(&self, cx: Cx, place: &Place) -> Option<Spot> {
        let mut spot = self.glance_local(cx, place.local)?;
        for projection in &place.projection {
            spot = match *projection {
                Projection::Deref => {
                    let (TyKind::Ref(_, pointee) | TyKind::RawPtr(_, pointee)) = *cx.kind(spot.ty)
                    else {
                        return None;
                    };
                    let pointer = self.glance_value(cx, &spot)?;
                    self.pointed_to(cx, pointer, pointee).ok()?
                }
                Projection::Field(field) => self.field(cx, spot, 0, field).ok()?,
                Projection::VariantField { variant, field } => {
                    self.field(cx, spot, variant, field).ok()?
                }
                Projection::Index(local) => {
                    let index = self.glance_local(cx, local)?;
                    let index = self.glance_value(cx, &index)?.first().bits()?;
                    self.element(cx, spot, index as u64).ok()?
                }
            };
        }
        Some(spot)
    }
}
