//! Which variant an enum is, which union field is active, and what setting them does to
//! storage that the others share.

use std::ops::Range;

use crate::layout::{Shape, TagShape};
use crate::syntax::{IntTy, Place, Projection, Ty};

use super::Machine;
use super::access::invalid;
use super::memory::state;
use super::place::{At, Spot};
use super::stop::{Invalid, Step, Stop, Undefined, Unspecified};
use super::types::Cx;
use super::value::{AllocId, Scalar};

impl Machine {
    /// Reads the variant of an enum. Where the language does not say that there is a tag,
    /// any byte may be looked at for it.
    pub(super) fn read_variant(&mut self, cx: Cx, spot: &Spot) -> Step<u32> {
        let layout = cx.layout(spot.ty);
        let Shape::Enum { tag, .. } = &layout.shape else { return Ok(0) };
        if *tag == TagShape::Lone {
            return self.read_lone_variant(cx, spot);
        }
        let mut pointer = self.reachable(cx, spot, spot.ty)?;
        let size = match *tag {
            TagShape::Uninhabited => return Err(invalid(spot.ty, Invalid::Uninhabited)),
            TagShape::Lone => 0,
            TagShape::Index { .. } if cx.facts(spot.ty).may_lack_tag => layout.size,
            TagShape::Index { .. } => 4,
            TagShape::Null { .. } => 8,
            TagShape::Discriminant { offset, int } => {
                pointer.offset += i64::from(offset);
                int.bytes()
            }
            TagShape::Told { offset, size, .. } => {
                pointer.offset += i64::from(offset);
                size
            }
        };
        self.memory.read(&pointer, size)?;
        let At::Memory(base) = spot.at else { return Ok(0) };
        let offset = base.offset as u32;
        let variant = self.variant_in(cx, base.alloc, offset, spot.ty)?;
        self.check_payload(cx, base.alloc, offset, spot.ty, variant)?;
        Ok(variant)
    }

    fn read_lone_variant(&self, cx: Cx, spot: &Spot) -> Step<u32> {
        match spot.at {
            At::Memory(at) if self.switches.strict_variants => {
                let size = u64::from(cx.layout(spot.ty).size);
                let range = self.memory.reach(&at, size)?;
                let is_there = self.is_value(cx, at.alloc, range.start, spot.ty, false);
                if is_there { Ok(0) } else { Err(Undefined::Uninitialised.into()) }
            }
            _ => Ok(0),
        }
    }

    /// Without a tag of its own, an enum is told by its data: that has to be there.
    fn check_payload(&self, cx: Cx, alloc: AllocId, offset: u32, ty: Ty, variant: u32) -> Step<()> {
        if !cx.facts(ty).may_lack_tag {
            return Ok(());
        }
        match self.tells_by_data(cx, alloc, offset, ty, variant) {
            true => Ok(()),
            false => Err(Unspecified::Layout.into()),
        }
    }

    /// Whether every part of a variant's data by which it could be told is there.
    fn tells_by_data(&self, cx: Cx, alloc: AllocId, offset: u32, ty: Ty, variant: u32) -> bool {
        let Shape::Enum { variants, .. } = &cx.layout(ty).shape else { return true };
        variants[variant as usize].iter().enumerate().all(|(field, at)| {
            self.has_telling_parts(cx, alloc, offset + at, cx.field(ty, variant, field as u32))
        })
    }

    /// Whether the parts of a value that have invalid bit patterns are initialised.
    fn has_telling_parts(&self, cx: Cx, alloc: AllocId, offset: u32, ty: Ty) -> bool {
        if !cx.facts(ty).has_niche {
            return true;
        }
        match &cx.layout(ty).shape {
            Shape::Fields(offsets) => offsets.iter().enumerate().all(|(field, at)| {
                self.has_telling_parts(cx, alloc, offset + at, cx.field(ty, 0, field as u32))
            }),
            Shape::Array { element, stride, count } => (0..*count as u32)
                .all(|index| self.has_telling_parts(cx, alloc, offset + index * stride, *element)),
            Shape::Enum { .. } => match self.variant_in(cx, alloc, offset, ty) {
                Ok(variant) if cx.facts(ty).may_lack_tag => {
                    self.tells_by_data(cx, alloc, offset, ty, variant)
                }
                found => found.is_ok(),
            },
            _ => self.is_filled(cx, alloc, offset, ty),
        }
    }

    /// The tag of an opaque enum was never written. Without one, it may still be told by
    /// its data, or there may be nothing to tell.
    #[cold]
    pub(super) fn untagged(&self, cx: Cx, alloc: AllocId, offset: u32, ty: Ty) -> Box<Stop> {
        let Shape::Enum { variants, .. } = &cx.layout(ty).shape else {
            return Undefined::Uninitialised.into();
        };
        let fields = |v: u32| (0..cx.field_count(ty, v)).map(move |f| cx.field(ty, v, f));
        let lives = |v: &u32| fields(*v).all(|field| cx.layout(field).inhabited);
        let living: Vec<u32> = (0..variants.len() as u32).filter(lives).collect();
        let told = |v: &u32| {
            fields(*v).any(|field| cx.facts(field).has_niche)
                && self.tells_by_data(cx, alloc, offset, ty, *v)
        };
        let open = cx.facts(ty).may_lack_tag && (living.len() <= 1 || living.iter().any(told));
        if open { Unspecified::Layout.into() } else { Undefined::Uninitialised.into() }
    }

    /// Whether every byte that a value needs is initialised.
    pub(super) fn is_filled(&self, cx: Cx, alloc: AllocId, offset: u32, ty: Ty) -> bool {
        let layout = cx.layout(ty);
        if layout.size == 0 {
            return true;
        }
        let part = |at: &u32, variant, field| {
            self.is_filled(cx, alloc, offset + at, cx.field(ty, variant, field as u32))
        };
        match &layout.shape {
            Shape::Fields(offsets) => {
                offsets.iter().enumerate().all(|(field, at)| part(at, 0, field))
            }
            Shape::Array { element, stride, count } => (0..*count as u32)
                .all(|index| self.is_filled(cx, alloc, offset + index * stride, *element)),
            Shape::Union(_) => true,
            Shape::Enum { variants, .. } => match self.variant_in(cx, alloc, offset, ty) {
                Ok(variant) => variants[variant as usize]
                    .iter()
                    .enumerate()
                    .all(|(field, at)| part(at, variant, field)),
                Err(_) => false,
            },
            _ => self.memory.get(alloc).is_ok_and(|allocation| {
                let states = allocation.states(offset..offset + layout.size);
                let missing =
                    |s: &u8| matches!(*s, state::UNINIT | state::LEFTOVER | state::SHADOWED);
                !states.iter().any(missing)
            }),
        }
    }

    /// `SetDiscriminant`: where the variant may be told by its data, the data has to be
    /// there already.
    pub(super) fn set_variant(&mut self, cx: Cx, spot: &Spot, variant: u32) -> Step<()> {
        self.write_variant(cx, spot, variant)?;
        match spot.at {
            At::Memory(p) => self.check_payload(cx, p.alloc, p.offset as u32, spot.ty, variant),
            _ => Ok(()),
        }
    }

    /// The last step of making a variant: says which it is and leaves the data alone.
    pub(super) fn write_variant(&mut self, cx: Cx, spot: &Spot, variant: u32) -> Step<()> {
        let layout = cx.layout(spot.ty);
        let Shape::Enum { tag, values, .. } = &layout.shape else { return Ok(()) };
        let fields = 0..cx.field_count(spot.ty, variant);
        if fields.into_iter().any(|f| !cx.layout(cx.field(spot.ty, variant, f)).inhabited) {
            return Err(invalid(spot.ty, Invalid::Uninhabited));
        }
        let mut pointer = self.reachable(cx, spot, spot.ty)?;
        match *tag {
            TagShape::Uninhabited => Err(invalid(spot.ty, Invalid::Uninhabited)),
            TagShape::Lone => Ok(()),
            TagShape::Index { offset } => {
                let size = if cx.facts(spot.ty).may_lack_tag { layout.size } else { 4 };
                let (allocation, base) = self.memory.write(&pointer, size)?;
                allocation.in_memory = true;
                allocation.store(base + offset, 4, u128::from(variant));
                self.share_storage(cx, pointer.alloc, base, spot.ty, variant)
            }
            TagShape::Discriminant { offset, int } => {
                pointer.offset += i64::from(offset);
                let (allocation, offset) = self.memory.write(&pointer, int.bytes())?;
                allocation.in_memory = true;
                allocation.store(offset, int.bytes(), discriminant(cx, spot.ty, variant, int));
                Ok(())
            }
            TagShape::Null { empty, .. } if variant == empty => {
                let (allocation, offset) = self.memory.write(&pointer, 8)?;
                allocation.in_memory = true;
                allocation.store_pointer(offset, Scalar::Bits(0));
                Ok(())
            }
            TagShape::Told { size: 0, .. } => Ok(()),
            TagShape::Told { offset, size, otherwise } if otherwise != Some(variant) => {
                let bits = values.get(variant as usize).copied().flatten();
                let bits = bits.ok_or_else(|| invalid(spot.ty, Invalid::Uninhabited))?;
                pointer.offset += i64::from(offset);
                let (allocation, offset) = self.memory.write(&pointer, size)?;
                allocation.in_memory = true;
                allocation.store(offset, size, bits);
                Ok(())
            }
            TagShape::Null { .. } | TagShape::Told { .. } => {
                if self.read_variant(cx, spot)? != variant {
                    return Err(Undefined::Discriminant.into());
                }
                Ok(())
            }
        }
    }

    /// Before a variant or union field is written or borrowed through its owner: its
    /// storage is claimed, and that of the others shadowed.
    pub(super) fn claim(&mut self, cx: Cx, place: &Place, whole_write: bool) -> Step<()> {
        for (depth, projection) in place.projection.iter().enumerate() {
            let part = match *projection {
                Projection::VariantField { variant, .. } => Part::Variant(variant),
                Projection::Field(field) => Part::Field(field),
                Projection::Deref | Projection::Index(_) => continue,
            };
            let outer =
                Place { local: place.local, projection: place.projection[..depth].to_vec() };
            let spot = self.place(cx, &outer)?;
            let last = depth + 1 == place.projection.len();
            self.claim_part(cx, &spot, part, whole_write && last)?;
        }
        Ok(())
    }

    fn claim_part(&mut self, cx: Cx, spot: &Spot, part: Part, whole_write: bool) -> Step<()> {
        let layout = cx.layout(spot.ty);
        let At::Memory(pointer) = spot.at else { return Ok(()) };
        if layout.promised || self.memory.reach(&pointer, u64::from(layout.size)).is_err() {
            return Ok(());
        }
        let (alloc, offset) = (pointer.alloc, pointer.offset as u32);
        match (&layout.shape, part) {
            (Shape::Enum { tag: TagShape::Index { offset: at }, .. }, Part::Variant(v)) => {
                let tag = offset + at..offset + at + 4;
                let allocation = self.memory.get(alloc)?;
                if allocation.states(tag.clone()) == [state::INIT; 4] {
                    let same = allocation.bytes(tag) == v.to_le_bytes();
                    return if same { Ok(()) } else { Err(Unspecified::SharedStorage.into()) };
                }
                self.claim_range(cx, alloc, offset, spot.ty, v, false)
            }
            (Shape::Union(_), Part::Field(field)) => {
                self.claim_range(cx, alloc, offset, spot.ty, field, whole_write)
            }
            _ => Ok(()),
        }
    }

    fn claim_range(
        &mut self,
        cx: Cx,
        alloc: AllocId,
        offset: u32,
        ty: Ty,
        which: u32,
        whole_write: bool,
    ) -> Step<()> {
        let own = parts(cx, ty).nth(which as usize).unwrap_or(0..0);
        let own = offset + own.start..offset + own.end;
        let shadowed = !own.is_empty() && self.memory.get(alloc)?.is_shadowed(own);
        if shadowed && !whole_write {
            return Err(Unspecified::SharedStorage.into());
        }
        self.share_storage(cx, alloc, offset, ty, which)
    }

    /// Makes one variant or union field the active one.
    pub(super) fn share_storage(
        &mut self,
        cx: Cx,
        alloc: AllocId,
        offset: u32,
        ty: Ty,
        active: u32,
    ) -> Step<()> {
        let allocation = self.memory.get_mut(alloc)?;
        for (index, part) in parts(cx, ty).enumerate() {
            let range = offset + part.start..offset + part.end;
            if range.is_empty() {
                continue;
            }
            if index as u32 == active {
                if allocation.is_shadowed(range.clone()) {
                    allocation.unshadow(range);
                }
            } else {
                allocation.set_state(range, state::SHADOWED);
            }
        }
        Ok(())
    }
}

enum Part {
    Variant(u32),
    Field(u32),
}

/// The storage of each variant or union field of an opaque type.
fn parts(cx: Cx, ty: Ty) -> impl Iterator<Item = Range<u32>> {
    let count = match &cx.layout(ty).shape {
        Shape::Enum { variants, .. } => variants.len(),
        Shape::Union(offsets) => offsets.len(),
        _ => 0,
    };
    (0..count as u32).map(move |index| match &cx.layout(ty).shape {
        Shape::Enum { variants, .. } => {
            let ends = variants[index as usize].iter().enumerate().map(|(field, &at)| {
                let size = cx.layout(cx.field(ty, index, field as u32)).size;
                (at, at + size)
            });
            let range = ends.fold(None, |range: Option<(u32, u32)>, (start, end)| {
                Some(range.map_or((start, end), |(s, e)| (s.min(start), e.max(end))))
            });
            range.map_or(0..0, |(start, end)| start..end)
        }
        Shape::Union(offsets) => {
            let at = offsets[index as usize];
            at..at + cx.layout(cx.field(ty, 0, index)).size
        }
        _ => 0..0,
    })
}

/// The discriminant of a variant, as bits of the tag's type.
pub(super) fn discriminant(cx: Cx, ty: Ty, variant: u32, int: IntTy) -> u128 {
    let bits = match cx.program.types.as_adt(ty) {
        Some(def) => def.variants[variant as usize].discriminant,
        None => 0,
    };
    bits & (u128::MAX >> (128 - int.bits()))
}
