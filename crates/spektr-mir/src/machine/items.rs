//! Statics, named constants and literals: memory that is there before the program runs.

use crate::layout::{Layout, Shape, TagShape};
use crate::syntax::{ConstId, ConstTree, StaticId, Ty};

use super::Machine;
use super::access::store;
use super::memory::Owner;
use super::place::whole;
use super::stop::Step;
use super::types::Cx;
use super::value::{AllocId, Element, Immediate, Pointer, Region, Scalar};
use crate::borrow::Tag;

impl Machine {
    /// The memory of a static, made when it is first asked for.
    pub(super) fn static_memory(&mut self, cx: Cx, id: StaticId) -> Step<AllocId> {
        if let Some(Some(alloc)) = self.statics.get(id.index()) {
            return Ok(*alloc);
        }
        let item = &cx.program.statics[id.index()];
        let layout = cx.layout(item.ty);
        let alloc = self.allocate(cx, item.ty, Owner::Static(id))?;
        // Known before it is filled in: statics may point to each other.
        if self.statics.len() <= id.index() {
            self.statics.resize(id.index() + 1, None);
        }
        self.statics[id.index()] = Some(alloc);
        self.write_tree(cx, alloc, 0, item.ty, &item.init)?;
        let allocation = self.memory.get_mut(alloc)?;
        allocation.in_memory = true;
        allocation.writable = item.mutable || !layout.freeze();
        Ok(alloc)
    }

    /// The memory that holds the value of a named constant.
    pub(super) fn const_memory(&mut self, cx: Cx, id: ConstId) -> Step<AllocId> {
        if let Some(Some(alloc)) = self.consts.get(id.index()) {
            return Ok(*alloc);
        }
        let item = &cx.program.consts[id.index()];
        let alloc = self.allocate(cx, item.ty, Owner::Const(id))?;
        self.write_tree(cx, alloc, 0, item.ty, &item.value)?;
        let allocation = self.memory.get_mut(alloc)?;
        allocation.in_memory = true;
        allocation.writable = false;
        if self.consts.len() <= id.index() {
            self.consts.resize(id.index() + 1, None);
        }
        self.consts[id.index()] = Some(alloc);
        Ok(alloc)
    }

    /// The bytes of a string literal.
    pub(super) fn literal(&mut self, text: &str) -> Step<Pointer> {
        let alloc = match self.literals.get(text) {
            Some(alloc) => *alloc,
            None => {
                let alloc = self.memory.allocate(text.len() as u32, 1, Owner::Literal)?;
                let allocation = self.memory.get_mut(alloc)?;
                for (offset, byte) in text.bytes().enumerate() {
                    allocation.store(offset as u32, 1, u128::from(byte));
                }
                allocation.writable = false;
                self.literals.insert(text.to_string(), alloc);
                alloc
            }
        };
        let region = Region { start: 0, end: text.len() as u32, align: 1, element: Element::Bytes };
        Ok(Pointer { alloc, tag: Tag::ROOT, offset: 0, region })
    }

    /// Fills memory with an initial value.
    pub(super) fn write_tree(
        &mut self,
        cx: Cx,
        alloc: AllocId,
        offset: u32,
        ty: Ty,
        tree: &ConstTree,
    ) -> Step<()> {
        let layout = cx.layout(ty);
        match tree {
            ConstTree::Uninit => Ok(()),
            ConstTree::Scalar { bits, .. } => {
                self.write_leaf(alloc, offset, layout, Scalar::Bits(*bits).into())
            }
            ConstTree::Nan => self.write_leaf(alloc, offset, layout, Scalar::Nan.into()),
            ConstTree::Null => self.write_leaf(alloc, offset, layout, Scalar::Bits(0).into()),
            ConstTree::Function(function) => {
                self.write_leaf(alloc, offset, layout, Scalar::Function(*function).into())
            }
            ConstTree::StaticAddress(id) => {
                let target = self.static_memory(cx, *id)?;
                let item = &cx.program.statics[id.index()];
                let pointer = Scalar::Pointer(whole(target, cx.layout(item.ty)));
                self.write_leaf(alloc, offset, layout, pointer.into())
            }
            ConstTree::Str(text) => {
                let pointer = Scalar::Pointer(self.literal(text)?);
                let len = Scalar::Bits(text.len() as u128);
                self.write_leaf(alloc, offset, layout, Immediate::Wide(pointer, len))
            }
            ConstTree::Fields(parts) => self.write_parts(cx, alloc, offset, ty, parts),
            ConstTree::Repeat(part, count) => {
                let Shape::Array { element, stride, .. } = layout.shape else { return Ok(()) };
                for index in 0..*count as u32 {
                    self.write_tree(cx, alloc, offset + index * stride, element, part)?;
                }
                Ok(())
            }
            ConstTree::Variant(variant, parts) => {
                self.write_variant_tree(cx, alloc, offset, ty, *variant, parts)
            }
            ConstTree::Union(field, part) => {
                let Shape::Union(offsets) = &layout.shape else { return Ok(()) };
                if !layout.promised {
                    self.share_storage(cx, alloc, offset, ty, *field)?;
                }
                let at = offset + offsets[*field as usize];
                self.write_tree(cx, alloc, at, cx.field(ty, 0, *field), part)
            }
        }
    }

    fn write_leaf(
        &mut self,
        alloc: AllocId,
        offset: u32,
        layout: &Layout,
        value: Immediate,
    ) -> Step<()> {
        if super::copy::is_primitive(&layout.shape) {
            store(self.memory.get_mut(alloc)?, offset, &layout.shape, value);
        } else if layout.size == 8 {
            // A wrapper around a pointer.
            store(self.memory.get_mut(alloc)?, offset, &Shape::Thin, value);
        }
        Ok(())
    }

    fn write_parts(
        &mut self,
        cx: Cx,
        alloc: AllocId,
        offset: u32,
        ty: Ty,
        parts: &[ConstTree],
    ) -> Step<()> {
        match &cx.layout(ty).shape {
            Shape::Array { element, stride, .. } => {
                for (index, part) in parts.iter().enumerate() {
                    self.write_tree(cx, alloc, offset + index as u32 * stride, *element, part)?;
                }
            }
            Shape::Fields(offsets) => {
                for (field, (part, at)) in parts.iter().zip(offsets).enumerate() {
                    let field_ty = cx.field(ty, 0, field as u32);
                    self.write_tree(cx, alloc, offset + at, field_ty, part)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn write_variant_tree(
        &mut self,
        cx: Cx,
        alloc: AllocId,
        offset: u32,
        ty: Ty,
        variant: u32,
        parts: &[ConstTree],
    ) -> Step<()> {
        let Shape::Enum { tag, variants, values } = &cx.layout(ty).shape else { return Ok(()) };
        match *tag {
            TagShape::Index { offset: at } => {
                self.memory.get_mut(alloc)?.store(offset + at, 4, u128::from(variant));
                self.share_storage(cx, alloc, offset, ty, variant)?;
            }
            TagShape::Discriminant { offset: at, int } => {
                let bits = super::variant::discriminant(cx, ty, variant, int);
                self.memory.get_mut(alloc)?.store(offset + at, int.bytes(), bits);
            }
            TagShape::Null { empty, .. } if empty == variant => {
                self.memory.get_mut(alloc)?.store(offset, 8, 0);
            }
            TagShape::Told { .. }
            | TagShape::Null { .. }
            | TagShape::Lone
            | TagShape::Uninhabited => {}
        }
        for (field, (part, at)) in parts.iter().zip(&variants[variant as usize]).enumerate() {
            let field_ty = cx.field(ty, variant, field as u32);
            self.write_tree(cx, alloc, offset + at, field_ty, part)?;
        }
        // It may lie within fields that the variant does not use.
        if let (TagShape::Told { offset: at, size, .. }, Some(&Some(bits))) =
            (*tag, values.get(variant as usize))
        {
            self.memory.get_mut(alloc)?.store(offset + at, size, bits);
        }
        Ok(())
    }
}
