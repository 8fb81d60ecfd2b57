//! Layouts that somebody was asked for.
//!
//! What the language leaves open about a type, a compiler decides. Its decisions are kept by
//! the type's name, together with the names of the parts that they were made for: where a
//! program is edited later, what no longer fits is not used.

use std::collections::BTreeMap;

use super::{Layout, Layouts, Shape, TagShape, merged, whole};
use crate::syntax::{AdtKind, AdtOrigin, CoreAdt, Ty, TyKind, Types};

/// What a compiler said, by the names of types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    types: BTreeMap<String, Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    decision: Decision,
    /// The names of the fields' types, by variant.
    parts: Vec<Vec<String>>,
}

/// How one type is laid out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    pub size: u32,
    pub align: u32,
    /// By variant and field, in the order of the declaration; structs and unions have one variant.
    pub offsets: Vec<Vec<u32>>,
    /// What saying which variant it is writes, by variant: where, and these bytes.
    pub tags: Vec<Option<(u32, Vec<u8>)>>,
}

impl Told {
    /// Keeps what was said about a type of these.
    pub fn add(&mut self, types: &Types, ty: Ty, decision: Decision) {
        let entry = Entry { decision, parts: parts_by_name(types, ty) };
        self.types.insert(types.display(ty).to_string(), entry);
    }

    fn of(&self, types: &Types, ty: Ty) -> Option<&Decision> {
        let entry = self.types.get(&types.display(ty).to_string())?;
        (entry.parts == parts_by_name(types, ty)).then_some(&entry.decision)
    }
}

/// The types of the fields, by variant: what a type is made of by value.
pub fn fields_of(types: &Types, ty: Ty) -> Vec<Vec<Ty>> {
    match types.kind(ty) {
        TyKind::Tuple(fields) => vec![fields.clone()],
        TyKind::Adt(id) => {
            let variants = types.adt(*id).variants.iter();
            variants.map(|variant| variant.fields.iter().map(|field| field.ty).collect()).collect()
        }
        _ => Vec::new(),
    }
}

fn parts_by_name(types: &Types, ty: Ty) -> Vec<Vec<String>> {
    let name = |&field: &Ty| types.display(field).to_string();
    fields_of(types, ty).iter().map(|fields| fields.iter().map(name).collect()).collect()
}

impl Layouts {
    /// The types of a program about whose layout somebody can be asked.
    pub fn open(&self, types: &Types) -> Vec<Ty> {
        let open = |&ty: &Ty| self.get(ty).is_some_and(|it| !it.promised) && is_asked(types, ty);
        (0..types.len() as u32).map(Ty).filter(open).collect()
    }

    /// The layout as it was told, if all parts have a known one too; else as it is.
    pub(super) fn as_told(&self, types: &Types, ty: Ty, strict: Layout) -> Layout {
        let Some(decision) = types.told.as_ref().and_then(|told| told.of(types, ty)) else {
            return strict;
        };
        let fields = fields_of(types, ty);
        let known = fields.iter().flatten().all(|&field| self.of(field).promised);
        match self.told_shape(types, ty, decision) {
            Some(shape) if known && self.fits(&fields, decision) => {
                self.told_layout(ty, &fields, decision, shape, strict)
            }
            _ => strict,
        }
    }

    /// Whether all fields lie inside.
    fn fits(&self, fields: &[Vec<Ty>], decision: &Decision) -> bool {
        let inside = |(&field, &at): (&Ty, &u32)| {
            u64::from(at) + u64::from(self.of(field).size) <= u64::from(decision.size)
        };
        decision.align.is_power_of_two()
            && decision.size.is_multiple_of(decision.align)
            && fields.len() == decision.offsets.len()
            && fields.iter().zip(&decision.offsets).all(|(fields, offsets)| {
                fields.len() == offsets.len() && fields.iter().zip(offsets).all(inside)
            })
    }

    fn told_layout(
        &self,
        ty: Ty,
        fields: &[Vec<Ty>],
        decision: &Decision,
        shape: Shape,
        strict: Layout,
    ) -> Layout {
        let size = decision.size;
        let all = || fields.iter().flatten().map(|&field| self.of(field));
        let placed =
            || fields.iter().flatten().copied().zip(decision.offsets.iter().flatten().copied());
        let cells = match &shape {
            _ if all().all(Layout::freeze) => Vec::new(),
            Shape::Fields(_) => merged(self.cells_at(placed())),
            _ => whole(size),
        };
        let filled = all().map(|part| part.size).sum::<u32>() == size;
        let plain = matches!(shape, Shape::Fields(_)) && filled && all().all(|part| part.plain);
        Layout {
            size,
            align: decision.align,
            promised: true,
            shape,
            element: ty,
            cells,
            plain,
            ..strict
        }
    }

    fn told_shape(&self, types: &Types, ty: Ty, decision: &Decision) -> Option<Shape> {
        let kind = types.as_adt(ty).map_or(AdtKind::Struct, |def| def.kind);
        match (kind, decision.offsets.as_slice()) {
            (AdtKind::Struct, [offsets]) => Some(Shape::Fields(offsets.clone())),
            (AdtKind::Union, [offsets]) => Some(Shape::Union(offsets.clone())),
            (AdtKind::Enum, variants) => {
                let lives = self.living(types, ty);
                let tag = told_tag(decision, &lives)?;
                let values = decision.tags.iter().map(|tag| tag.as_ref().map(|(_, it)| bits(it)));
                Some(Shape::Enum { tag, variants: variants.to_vec(), values: values.collect() })
            }
            _ => None,
        }
    }

    /// Which variants can have values.
    pub fn living(&self, types: &Types, ty: Ty) -> Vec<bool> {
        let lives = |fields: &Vec<Ty>| fields.iter().all(|&field| self.of(field).inhabited);
        fields_of(types, ty).iter().map(lives).collect()
    }
}

/// Only what has parts of its own; transparent wrappers have the layout of what they hold.
fn is_asked(types: &Types, ty: Ty) -> bool {
    match types.kind(ty) {
        TyKind::Tuple(_) => true,
        TyKind::Adt(id) => {
            let def = types.adt(*id);
            let wrapper = match def.origin {
                AdtOrigin::Local => def.repr.transparent,
                AdtOrigin::Core(CoreAdt::Option) => false,
                AdtOrigin::Core(_) => true,
            };
            !wrapper && !def.variants.is_empty()
        }
        _ => false,
    }
}

/// Where the tag is and who has none, from what each variant that can have values writes.
fn told_tag(decision: &Decision, lives: &[bool]) -> Option<TagShape> {
    if decision.tags.len() != lives.len() {
        return None;
    }
    let living: Vec<u32> = (0..lives.len() as u32).filter(|&v| lives[v as usize]).collect();
    let written = || living.iter().filter_map(|&v| decision.tags[v as usize].as_ref());
    let silent: Vec<u32> =
        living.iter().copied().filter(|&v| decision.tags[v as usize].is_none()).collect();
    let Some((offset, bytes)) = written().next() else {
        // Nothing to tell: at most one variant has values.
        return match living.as_slice() {
            [] => Some(TagShape::Uninhabited),
            [only] => Some(TagShape::Told { offset: 0, size: 0, otherwise: Some(*only) }),
            _ => None,
        };
    };
    let size = bytes.len() as u32;
    let inside = u64::from(*offset) + u64::from(size) <= u64::from(decision.size);
    let alike = written().all(|(at, it)| at == offset && it.len() == bytes.len());
    let tag = TagShape::Told { offset: *offset, size, otherwise: silent.first().copied() };
    (alike && inside && size <= 16 && silent.len() <= 1).then_some(tag)
}

fn bits(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte))
}
