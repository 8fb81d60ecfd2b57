//! Typed copies make values of a type: what is no such value is undefined, padding is
//! lost, pointers read as numbers become open, and every reference gets a tag of its own.
//! Works on bytes that are already written; the accesses were checked before.

use std::ops::Range;

use crate::layout::{Shape, TagShape};
use crate::syntax::{IntTy, Ty, TyKind};

use super::Machine;
use super::access::{invalid, known, load};
use super::memory::{Loaded, state};
use super::retag::Retag;
use super::stop::{Invalid, Step, Undefined, Unspecified};
use super::types::Cx;
use super::value::{AllocId, Immediate, Scalar};

impl Machine {
    /// Makes the bytes at `offset` a value of the type.
    pub(super) fn validate(
        &mut self,
        cx: Cx,
        alloc: AllocId,
        offset: u32,
        ty: Ty,
        retag: Retag,
    ) -> Step<()> {
        let layout = cx.layout(ty);
        if !layout.inhabited {
            return Err(invalid(ty, Invalid::Uninhabited));
        }
        if layout.size == 0 {
            return Ok(());
        }
        if layout.plain {
            return self.validate_numbers(alloc, offset..offset + layout.size);
        }
        match &layout.shape {
            Shape::Bool | Shape::Char | Shape::Int(_) | Shape::Float(_) => {
                load(self.memory.get(alloc)?, offset, ty, &layout.shape).map(|_| ())
            }
            Shape::Thin | Shape::Wide => {
                let value = load(self.memory.get(alloc)?, offset, ty, &layout.shape)?;
                self.settle_pointer(cx, (alloc, offset), ty, value, retag)?;
                // Miri writes the new tag of a part back to memory.
                self.memory.get_mut(alloc)?.in_memory |= layout.has_references;
                Ok(())
            }
            Shape::Fields(offsets) => {
                for (field, &at) in offsets.iter().enumerate() {
                    let part = cx.field(ty, 0, field as u32);
                    self.validate(cx, alloc, offset + at, part, retag)?;
                }
                if layout.promised {
                    self.lose_padding(cx, alloc, offset, ty, 0, 0..0)?;
                }
                self.validate_wrapper(cx, alloc, offset, ty)
            }
            Shape::Array { element, stride, count } => {
                for index in 0..*count as u32 {
                    self.validate(cx, alloc, offset + index * stride, *element, retag)?;
                }
                Ok(())
            }
            Shape::Union(_) => self.lose_unused(cx, alloc, offset, ty),
            Shape::Enum { tag, .. } => self.validate_enum(cx, alloc, offset, ty, *tag, retag),
        }
    }

    /// Numbers need to be initialised; pointers among them lose what they point to.
    fn validate_numbers(&mut self, alloc: AllocId, range: Range<u32>) -> Step<()> {
        let states = self.memory.get(alloc)?.states(range.clone());
        if states.iter().all(|&s| s == state::INIT) {
            return Ok(());
        }
        if states.contains(&state::UNINIT) {
            return Err(Undefined::Uninitialised.into());
        }
        if states.iter().any(|&s| s == state::SHADOWED || s == state::LEFTOVER) {
            return Err(Unspecified::SharedStorage.into());
        }
        if states.iter().any(|&s| s == state::POINTER || s == state::FRAGMENT) {
            self.memory.get_mut(alloc)?.expose_pointers(range);
        }
        Ok(())
    }

    /// A pointer that was just written. References are checked and reborrowed, function
    /// pointers checked; raw pointers may be anything.
    pub(super) fn settle_pointer(
        &mut self,
        cx: Cx,
        (alloc, offset): (AllocId, u32),
        ty: Ty,
        value: Immediate,
        retag: Retag,
    ) -> Step<()> {
        let pointer = value.first();
        match *cx.kind(ty) {
            TyKind::Ref(mutability, pointee) => {
                let len = match value {
                    Immediate::Scalar(_) => 0,
                    Immediate::Wide(_, len) => known(len)? as u64,
                };
                let size = self.check_reference(cx, ty, pointer, pointee, len)?;
                if let Scalar::Pointer(pointer) = pointer {
                    let new = self.reborrow(cx, mutability, pointer, pointee, size, retag)?;
                    self.memory.get_mut(alloc)?.store_pointer(offset, Scalar::Pointer(new));
                    return Ok(());
                }
                Ok(())
            }
            TyKind::FnPtr { .. } => match pointer {
                Scalar::Bits(0) => Err(invalid(ty, Invalid::Null)),
                // Whether there is a function is asked when it is called.
                Scalar::Function(_) | Scalar::Bits(_) | Scalar::Pointer(_) => Ok(()),
                Scalar::Indeterminate | Scalar::Nan => Err(Unspecified::Address.into()),
            },
            TyKind::RawPtr(..) => self.settle_raw(alloc, offset, pointer),
            _ => Ok(()),
        }
    }

    /// Bytes of one pointer that came together again are that pointer.
    fn settle_raw(&mut self, alloc: AllocId, offset: u32, pointer: Scalar) -> Step<()> {
        let states = self.memory.get(alloc)?.states(offset..offset + 8);
        if states.contains(&state::FRAGMENT) {
            self.memory.get_mut(alloc)?.store_pointer(offset, pointer);
        }
        Ok(())
    }

    /// `NonNull` is a wrapper that knows more than its field.
    fn validate_wrapper(&mut self, cx: Cx, alloc: AllocId, offset: u32, ty: Ty) -> Step<()> {
        use crate::syntax::{AdtOrigin, CoreAdt};
        let Some(def) = cx.program.types.as_adt(ty) else { return Ok(()) };
        if def.origin != AdtOrigin::Core(CoreAdt::NonNull) {
            return Ok(());
        }
        let pointer = load(self.memory.get(alloc)?, offset, ty, &Shape::Thin)?;
        match pointer.first() {
            Scalar::Bits(0) => Err(invalid(ty, Invalid::Null)),
            Scalar::Indeterminate | Scalar::Nan => Err(Unspecified::Address.into()),
            _ => Ok(()),
        }
    }

    fn validate_enum(
        &mut self,
        cx: Cx,
        alloc: AllocId,
        offset: u32,
        ty: Ty,
        tag: TagShape,
        retag: Retag,
    ) -> Step<()> {
        let variant = self.variant_in(cx, alloc, offset, ty)?;
        let Shape::Enum { variants, .. } = &cx.layout(ty).shape else { return Ok(()) };
        for (field, &at) in variants[variant as usize].iter().enumerate() {
            let part = cx.field(ty, variant, field as u32);
            self.validate(cx, alloc, offset + at, part, retag)?;
        }
        match tag {
            TagShape::Discriminant { offset: at, int } => {
                self.lose_padding(cx, alloc, offset, ty, variant, at..at + int.bytes())
            }
            TagShape::Told { offset: at, size, .. } => {
                self.lose_padding(cx, alloc, offset, ty, variant, at..at + size)
            }
            _ => Ok(()),
        }
    }

    /// Which variant the bytes of an enum say it is.
    pub(super) fn variant_in(&self, cx: Cx, alloc: AllocId, offset: u32, ty: Ty) -> Step<u32> {
        let Shape::Enum { tag, values, .. } = &cx.layout(ty).shape else {
            return Ok(0);
        };
        let allocation = self.memory.get(alloc)?;
        match *tag {
            TagShape::Uninhabited => Err(invalid(ty, Invalid::Uninhabited)),
            TagShape::Lone => Ok(0),
            TagShape::Index { offset: at } => match allocation.load(offset + at, 4) {
                Loaded::Bits(variant) => Ok(variant as u32),
                Loaded::Uninit => Err(self.untagged(cx, alloc, offset, ty)),
                Loaded::Shared => Err(Unspecified::SharedStorage.into()),
                Loaded::Open | Loaded::Nan => Err(Unspecified::OpenValue.into()),
            },
            TagShape::Discriminant { offset: at, int } => {
                let tag = load(allocation, offset + at, ty, &Shape::Int(int))?;
                let bits = known(tag.first())?;
                // `as_adt` holds: only ADTs have this shape.
                let def = cx.program.types.as_adt(ty);
                let found = def.and_then(|def| {
                    let mask = u128::MAX >> (128 - int.bits());
                    def.variants.iter().position(|v| v.discriminant & mask == bits)
                });
                found.map(|i| i as u32).ok_or_else(|| invalid(ty, Invalid::Tag(bits)))
            }
            TagShape::Told { size: 0, otherwise, .. } => Ok(otherwise.unwrap_or(0)),
            TagShape::Told { offset: at, size, otherwise } => {
                let shape = if size == 8 { Shape::Thin } else { told_int(size) };
                let found = match load(allocation, offset + at, ty, &shape)?.first() {
                    Scalar::Bits(bits) => {
                        let own = values.iter().position(|value| *value == Some(bits));
                        own.map(|variant| variant as u32).or(otherwise).ok_or(bits)
                    }
                    Scalar::Indeterminate | Scalar::Nan => {
                        return Err(Unspecified::OpenValue.into());
                    }
                    // Where a pointer is, no other variant says what it is.
                    Scalar::Pointer(_) | Scalar::Function(_) => otherwise.ok_or(0),
                };
                found.map_err(|bits| invalid(ty, Invalid::Tag(bits)))
            }
            TagShape::Null { dataful, empty } => {
                let pointer = load(allocation, offset, ty, &Shape::Thin)?;
                match pointer.first() {
                    Scalar::Bits(0) => Ok(empty),
                    Scalar::Indeterminate | Scalar::Nan => Err(Unspecified::Address.into()),
                    _ => Ok(dataful),
                }
            }
        }
    }

    /// Bytes of a promised struct or variant that belong to no field are lost.
    fn lose_padding(
        &mut self,
        cx: Cx,
        alloc: AllocId,
        offset: u32,
        ty: Ty,
        variant: u32,
        tag: Range<u32>,
    ) -> Step<()> {
        let layout = cx.layout(ty);
        let offsets = match &layout.shape {
            Shape::Fields(offsets) => offsets,
            Shape::Enum { variants, .. } => &variants[variant as usize],
            _ => return Ok(()),
        };
        let used = offsets.iter().enumerate().map(|(field, &at)| {
            let size = cx.layout(cx.field(ty, variant, field as u32)).size;
            at..at + size
        });
        let mut end = 0;
        let mut skip = |this: &mut Machine, range: Range<u32>| {
            let lost = end..range.start.max(end);
            end = end.max(range.end);
            this.lose(alloc, offset + lost.start..offset + lost.end)
        };
        if offsets.is_sorted() && tag.start == 0 {
            skip(self, tag)?;
            used.into_iter().try_for_each(|range| skip(self, range))?;
        } else {
            let mut used: Vec<Range<u32>> = used.chain([tag]).collect();
            used.sort_by_key(|range| range.start);
            used.into_iter().try_for_each(|range| skip(self, range))?;
        }
        self.lose(alloc, offset + end..offset + layout.size)
    }

    /// Bytes of a union that belong to none of its fields are lost.
    fn lose_unused(&mut self, cx: Cx, alloc: AllocId, offset: u32, ty: Ty) -> Step<()> {
        let Some(used) = &cx.facts(ty).data else { return Ok(()) };
        if !cx.layout(ty).promised {
            return Ok(());
        }
        let mut end = 0;
        for range in used {
            self.lose(alloc, offset + end..offset + range.start)?;
            end = range.end;
        }
        self.lose(alloc, offset + end..offset + cx.layout(ty).size)
    }

    fn lose(&mut self, alloc: AllocId, range: Range<u32>) -> Step<()> {
        if range.is_empty() {
            return Ok(());
        }
        let known = |s: &u8| *s != state::UNINIT;
        if self.memory.get(alloc)?.states(range.clone()).iter().any(known) {
            self.memory.get_mut(alloc)?.set_state(range, state::UNINIT);
        }
        Ok(())
    }
}

/// A tag that was told, of this many bytes.
fn told_int(size: u32) -> Shape {
    Shape::Int(match size {
        1 => IntTy::U8,
        2 => IntTy::U16,
        4 => IntTy::U32,
        _ => IntTy::U128,
    })
}
