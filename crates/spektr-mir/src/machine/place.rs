//! Places: from a place of the program to memory. Tracks, along each projection, what the
//! language promises about the bytes around it; checks nothing that only an access needs.

use crate::layout::{Layout, Shape};
use crate::syntax::{Local, Place, Projection, Ty, TyKind};

use super::Machine;
use super::frame::{LocalSlot, set_local};
use super::memory::Owner;
use super::stop::{Step, Undefined, Unspecified};
use super::types::Cx;
use super::value::{AllocId, Element, Immediate, Pointer, Region, Scalar};
use crate::borrow::Tag;

/// Where a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    Memory(Pointer),
    /// An address that belongs to nothing.
    Address(u64),
    /// An address that is not known.
    Open,
}

/// Whether the pointer that led here had the alignment of its pointee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    Right,
    Wrong { required: u32 },
    Open,
}

/// An evaluated place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub at: At,
    pub ty: Ty,
    /// Elements of a slice, bytes of a `str`; 0 for sized types.
    pub len: u64,
    pub alignment: Alignment,
    /// Whether this is a local as a whole.
    pub is_local: bool,
    /// Whether the last step came through an opaque variant or union field.
    pub through_shared: bool,
}

impl Spot {
    /// All of a sized value.
    pub(super) fn sized(at: At, ty: Ty) -> Spot {
        let alignment = Alignment::Right;
        Spot { at, ty, len: 0, alignment, is_local: false, through_shared: false }
    }
}

impl Machine {
    /// A place of the running function.
    #[inline]
    pub(super) fn place(&mut self, cx: Cx, place: &Place) -> Step<Spot> {
        if place.projection.is_empty() {
            return self.local_spot(cx, place.local);
        }
        self.projected(cx, place)
    }

    fn projected(&mut self, cx: Cx, place: &Place) -> Step<Spot> {
        let mut spot = self.local_spot(cx, place.local)?;
        for projection in &place.projection {
            spot = match *projection {
                Projection::Deref => self.dereferenced(cx, spot)?,
                Projection::Field(field) => self.field(cx, spot, 0, field)?,
                Projection::VariantField { variant, field } => {
                    self.field(cx, spot, variant, field)?
                }
                Projection::Index(local) => {
                    let index = self.index_value(cx, local)?;
                    self.element(cx, spot, index)?
                }
            };
        }
        Ok(spot)
    }

    /// A local: its own memory, all of it.
    #[inline]
    pub(super) fn local_spot(&mut self, cx: Cx, local: Local) -> Step<Spot> {
        let frame = self.stack.top();
        let ty = cx.program.functions[frame.function.index()].locals[local.index()].ty;
        let layout = cx.layout(ty);
        let alloc = match frame.locals[local.index()] {
            LocalSlot::Live(alloc) => alloc,
            LocalSlot::Fresh => self.give_memory(cx, local, ty)?,
            LocalSlot::Dead => return Err(Undefined::DeadLocal(local).into()),
        };
        let at = At::Memory(whole(alloc, layout));
        Ok(Spot { is_local: true, ..Spot::sized(at, ty) })
    }

    /// Memory for a value that a program can name and borrow parts of.
    pub(super) fn allocate(&mut self, cx: Cx, ty: Ty, owner: Owner) -> Step<AllocId> {
        let layout = cx.layout(ty);
        let alloc = self.memory.allocate(layout.size, layout.align, owner)?;
        if let Some(siblings) = &cx.facts(ty).siblings {
            self.memory.of_local_mut(alloc).siblings = Some(siblings.clone());
        }
        Ok(alloc)
    }

    fn give_memory(&mut self, cx: Cx, local: Local, ty: Ty) -> Step<AllocId> {
        let layout = cx.layout(ty);
        self.spend_on_bytes(u64::from(layout.size));
        let frame = self.stack.top();
        let owner = Owner::Local { call: frame.call, function: frame.function, local };
        let alloc = self.allocate(cx, ty, owner)?;
        set_local(&mut self.stack, local, LocalSlot::Live(alloc));
        Ok(alloc)
    }

    /// `*pointer`: reads the pointer; whether anything is there shows at the access.
    fn dereferenced(&mut self, cx: Cx, spot: Spot) -> Step<Spot> {
        let pointer = self.read(cx, &spot)?;
        let pointee = match cx.kind(spot.ty) {
            TyKind::Ref(_, pointee) | TyKind::RawPtr(_, pointee) => *pointee,
            other => unreachable!("a well-formed program dereferences no {other:?}"),
        };
        self.pointed_to(cx, pointer, pointee)
    }

    /// What a pointer value points to, as a place.
    pub(super) fn pointed_to(&self, cx: Cx, pointer: Immediate, pointee: Ty) -> Step<Spot> {
        let len = match pointer {
            Immediate::Scalar(_) => 0,
            Immediate::Wide(_, Scalar::Bits(len)) => len as u64,
            Immediate::Wide(..) => return Err(Unspecified::OpenValue.into()),
        };
        let (_, align) = cx.extent(pointee, 0);
        let at = match pointer.first() {
            Scalar::Pointer(pointer) => At::Memory(pointer),
            Scalar::Bits(bits) => At::Address(bits as u64),
            Scalar::Indeterminate | Scalar::Nan => At::Open,
            // Code is no data: as good as an address without memory.
            Scalar::Function(_) => At::Address(1),
        };
        let alignment = alignment(at, align);
        Ok(Spot { at, ty: pointee, len, alignment, is_local: false, through_shared: false })
    }

    /// A field: inside promised bytes a step, inside an opaque type a run of its own.
    #[inline]
    pub(super) fn field(&self, cx: Cx, spot: Spot, variant: u32, field: u32) -> Step<Spot> {
        let layout = cx.layout(spot.ty);
        let (offset, shared) = match &layout.shape {
            Shape::Fields(offsets) => (offsets[field as usize], false),
            Shape::Union(offsets) => (offsets[field as usize], true),
            Shape::Enum { variants, .. } => (variants[variant as usize][field as usize], true),
            other => unreachable!("a well-formed program takes no field of {other:?}"),
        };
        let ty = cx.field(spot.ty, variant, field);
        let at = match spot.at {
            At::Memory(pointer) if layout.promised => {
                At::Memory(self.step_inside(pointer, offset)?)
            }
            At::Memory(pointer) => At::Memory(self.step_into(cx, pointer, layout, offset, ty)?),
            At::Address(address) => {
                check_nameable(layout, cx.layout(ty))?;
                At::Address(step_nowhere(address, u64::from(offset))?)
            }
            At::Open => At::Open,
        };
        let through_shared = (shared && !layout.promised) || spot.through_shared;
        Ok(Spot { at, ty, len: 0, is_local: false, through_shared, ..spot })
    }

    /// An element of an array or slice. An index beyond the end is undefined.
    pub(super) fn element(&self, cx: Cx, spot: Spot, index: u64) -> Step<Spot> {
        let (ty, len) = match *cx.kind(spot.ty) {
            TyKind::Array(element, count) => (element, count),
            TyKind::Slice(element) => (element, spot.len),
            ref other => unreachable!("a well-formed program indexes no {other:?}"),
        };
        if index >= len {
            return Err(Undefined::Index { index, len }.into());
        }
        let distance = index.saturating_mul(u64::from(cx.layout(ty).size));
        let at = match spot.at {
            At::Memory(pointer) => {
                let distance = distance.min(u64::from(u32::MAX)) as u32;
                At::Memory(self.step_inside(pointer, distance)?)
            }
            At::Address(address) => At::Address(step_nowhere(address, distance)?),
            At::Open => At::Open,
        };
        Ok(Spot { at, ty, len: 0, is_local: false, ..spot })
    }

    /// A step that must stay within what the pointer may walk over. Of freed memory that is
    /// found out at the access.
    #[inline]
    fn step_inside(&self, mut pointer: Pointer, distance: u32) -> Step<Pointer> {
        pointer.offset += i64::from(distance);
        let Region { start, end, .. } = pointer.region;
        let outside = pointer.offset < i64::from(start) || pointer.offset > i64::from(end);
        if distance > 0 && outside {
            let slot = self.memory.get(pointer.alloc)?;
            return Err(super::memory::beyond(slot, &pointer, 0));
        }
        Ok(pointer)
    }

    /// Into a field of an opaque type. A transparent wrapper is its field.
    fn step_into(
        &self,
        cx: Cx,
        pointer: Pointer,
        layout: &Layout,
        offset: u32,
        ty: Ty,
    ) -> Step<Pointer> {
        check_region(cx, &pointer, layout)?;
        if let Ok(slot) = self.memory.get(pointer.alloc)
            && self.memory.reach(&pointer, u64::from(layout.size)).is_err()
        {
            return Err(super::memory::beyond(slot, &pointer, u64::from(layout.size)));
        }
        let field = cx.layout(ty);
        let position = pointer.offset + i64::from(offset);
        if field.element == layout.element && !field.promised {
            return Ok(Pointer { offset: position, ..pointer });
        }
        let start = position.clamp(0, i64::from(u32::MAX / 2)) as u32;
        let element = if field.promised { Element::Bytes } else { Element::Opaque(field.element) };
        let align = field.align.min(layout.align).min(pointer.region.align);
        let region = Region { start, end: start + field.size, align, element };
        Ok(Pointer { offset: position, region, ..pointer })
    }

    fn index_value(&mut self, cx: Cx, local: Local) -> Step<u64> {
        let spot = self.local_spot(cx, local)?;
        match self.read(cx, &spot)? {
            Immediate::Scalar(Scalar::Bits(index)) => Ok(index as u64),
            _ => Err(Unspecified::OpenValue.into()),
        }
    }
}

/// A step from an address that belongs to nothing: there is no object to stay in.
fn step_nowhere(address: u64, distance: u64) -> Step<u64> {
    if distance > 0 {
        return Err(Undefined::NoProvenance { address }.into());
    }
    Ok(address)
}

/// How far into an opaque type a field lies is open, unless the type is only its wrapper.
fn check_nameable(layout: &Layout, field: &Layout) -> Step<()> {
    let wrapper = field.element == layout.element;
    if layout.promised || wrapper { Ok(()) } else { Err(Unspecified::Layout.into()) }
}

/// A pointer to all of an allocation that holds one value.
#[inline]
pub(super) fn whole(alloc: AllocId, layout: &Layout) -> Pointer {
    let element = if layout.promised { Element::Bytes } else { Element::Opaque(layout.element) };
    let region = Region { start: 0, end: layout.size, align: layout.align, element };
    Pointer { alloc, tag: Tag::ROOT, offset: 0, region }
}

/// Whether the bytes at the pointer are what the type takes them for: promised bytes for a
/// promised type, else whole elements of that very type.
#[inline]
pub(super) fn check_region(cx: Cx, pointer: &Pointer, layout: &Layout) -> Step<()> {
    let fits = match pointer.region.element {
        Element::Bytes => layout.promised,
        Element::Opaque(_) if layout.promised => false,
        Element::Opaque(element) => {
            let stride = i64::from(cx.layout(element).size.max(1));
            element == layout.element
                && (pointer.offset - i64::from(pointer.region.start)) % stride == 0
        }
    };
    if !fits && layout.size > 0 {
        return Err(Unspecified::Layout.into());
    }
    Ok(())
}

/// Whether an address is certainly, certainly not, or possibly a multiple of `required`.
pub(super) fn alignment(at: At, required: u32) -> Alignment {
    if required <= 1 {
        return Alignment::Right;
    }
    match at {
        At::Open => Alignment::Open,
        At::Address(address) if address % u64::from(required) == 0 => Alignment::Right,
        At::Address(_) => Alignment::Wrong { required },
        At::Memory(pointer) => {
            let distance = pointer.offset - i64::from(pointer.region.start);
            let known = pointer.region.align;
            if distance % i64::from(required.min(known)) != 0 {
                Alignment::Wrong { required }
            } else if known >= required {
                Alignment::Right
            } else {
                Alignment::Open
            }
        }
    }
}
