//! What the machine asks about types beyond their layout, worked out once per type.
//! Knows definitions only, no values.

use std::ops::Range;
use std::sync::Arc;

use crate::layout::{Layout, LayoutError, Layouts, Shape, TagShape};
use crate::syntax::{AdtDef, AdtKind, AdtOrigin, CoreAdt, Program, Ty, TyKind, Types};

use super::memory::{self, Group, Siblings};
use super::passing::{self, Part, Passing};

/// Program and types, as every rule of the machine sees them.
#[derive(Clone, Copy)]
pub struct Cx<'a> {
    pub program: &'a Program,
    pub table: &'a TypeTable,
}

impl<'a> Cx<'a> {
    #[inline]
    pub fn layout(self, ty: Ty) -> &'a Layout {
        self.table.layouts.of(ty)
    }

    #[inline]
    pub fn facts(self, ty: Ty) -> &'a Facts {
        &self.table.facts[ty.index()]
    }

    #[inline]
    pub fn kind(self, ty: Ty) -> &'a TyKind {
        self.program.types.kind(ty)
    }

    /// The type of a field of a tuple, struct, union, or variant of an enum.
    #[inline]
    pub fn field(self, ty: Ty, variant: u32, field: u32) -> Ty {
        match self.kind(ty) {
            TyKind::Tuple(fields) => fields[field as usize],
            TyKind::Adt(id) => {
                let def = self.program.types.adt(*id);
                def.variants[variant as usize].fields[field as usize].ty
            }
            other => unreachable!("a well-formed program takes no field of {other:?}"),
        }
    }

    /// How many fields a tuple, struct, union or variant has.
    pub fn field_count(self, ty: Ty, variant: u32) -> u32 {
        match self.kind(ty) {
            TyKind::Tuple(fields) => fields.len() as u32,
            TyKind::Adt(id) => {
                self.program.types.adt(*id).variants[variant as usize].fields.len() as u32
            }
            _ => 0,
        }
    }

    /// Virtual size and alignment of what a pointer to `pointee` with this length covers.
    #[inline]
    pub fn extent(self, pointee: Ty, len: u64) -> (Option<u64>, u32) {
        match self.kind(pointee) {
            TyKind::Slice(element) => {
                let layout = self.layout(*element);
                (u64::from(layout.size).checked_mul(len), layout.align)
            }
            TyKind::Str => (Some(len), 1),
            _ => {
                let layout = self.layout(pointee);
                (Some(u64::from(layout.size)), layout.align)
            }
        }
    }
}

#[derive(Clone, Debug)]
pub struct Facts {
    /// Whether Miri takes a value out of memory as one or two scalars, not as bytes.
    pub immediate: bool,
    /// Whether some bit pattern is no value, so that an enum may tell its variants by it.
    pub has_niche: bool,
    /// How many bit patterns of its best part are no value.
    spare: u128,
    /// Of an opaque enum: whether it may have no tag of its own.
    pub may_lack_tag: bool,
    pub needs_drop: bool,
    /// Where in it fields share storage, if any do.
    pub siblings: Option<Arc<Siblings>>,
    /// Bytes that a value may use, where there are others: typed copies lose those.
    pub data: Option<Vec<Range<u32>>>,
    passing: Passing,
}

#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    pub layouts: Layouts,
    facts: Vec<Facts>,
}

impl TypeTable {
    pub fn new(types: &Types) -> Result<TypeTable, LayoutError> {
        let mut table = TypeTable::default();
        table.extend(types)?;
        Ok(table)
    }

    pub fn is_up_to_date(&self, types: &Types) -> bool {
        self.facts.len() == types.len()
    }

    /// Adds what has been interned since.
    pub fn extend(&mut self, types: &Types) -> Result<(), LayoutError> {
        self.layouts.extend(types)?;
        for index in self.facts.len()..types.len() {
            let facts = self.compute(types, Ty(index as u32));
            self.facts.push(facts);
        }
        Ok(())
    }

    /// Facts of a part, which may have been interned later than the whole.
    fn of(&self, types: &Types, ty: Ty) -> Facts {
        match self.facts.get(ty.index()) {
            Some(facts) => facts.clone(),
            None => self.compute(types, ty),
        }
    }

    fn compute(&self, types: &Types, ty: Ty) -> Facts {
        let Some(layout) = self.layouts.get(ty) else { return plain(Passing::Memory) };
        match types.kind(ty) {
            TyKind::Bool => Facts { spare: 254, ..niche(layout) },
            TyKind::Char => Facts { spare: u128::from(u32::MAX - 0x0010_ffff), ..niche(layout) },
            TyKind::Ref(..) | TyKind::FnPtr { .. } => Facts { spare: 1, ..niche(layout) },
            TyKind::Int(_) | TyKind::Float(_) | TyKind::RawPtr(..) => {
                plain(Passing::of_scalar(layout))
            }
            TyKind::Never | TyKind::Param(_) => plain(Passing::Nothing),
            TyKind::Slice(_) | TyKind::Str => plain(Passing::Memory),
            TyKind::Array(element, count) => {
                let inner = self.of(types, *element);
                let passing = if layout.size == 0 { Passing::Nothing } else { Passing::Memory };
                let some = *count > 0;
                Facts {
                    has_niche: inner.has_niche && some,
                    needs_drop: inner.needs_drop && some,
                    siblings: elements(inner.siblings, self.layouts.of(*element).size, some),
                    data: repeated(inner.data, self.layouts.of(*element).size, layout.size),
                    ..plain(passing)
                }
            }
            TyKind::Tuple(fields) => self.record(types, layout, fields, None),
            TyKind::Adt(id) => self.adt(types, layout, types.adt(*id)),
        }
    }

    fn adt(&self, types: &Types, layout: &Layout, def: &AdtDef) -> Facts {
        let fields: Vec<Ty> =
            def.variants.iter().flat_map(|v| &v.fields).map(|field| field.ty).collect();
        let mut facts = match def.kind {
            AdtKind::Struct => self.record(types, layout, &fields, Some(def)),
            AdtKind::Union => self.union(types, layout, def, &fields),
            AdtKind::Enum => self.enumeration(types, layout, def, &fields),
        };
        facts.needs_drop |= def.drop.is_some();
        match def.origin {
            AdtOrigin::Core(CoreAdt::ManuallyDrop) => facts.needs_drop = false,
            AdtOrigin::Core(CoreAdt::UnsafeCell | CoreAdt::Cell) => {
                (facts.has_niche, facts.spare) = (false, 0);
            }
            AdtOrigin::Core(CoreAdt::NonNull) => (facts.has_niche, facts.spare) = (true, 1),
            _ => {}
        }
        facts
    }

    /// A tuple or struct.
    fn record(&self, types: &Types, layout: &Layout, fields: &[Ty], def: Option<&AdtDef>) -> Facts {
        let parts: Vec<Facts> = fields.iter().map(|&field| self.of(types, field)).collect();
        let repr = def.map(|def| def.repr.clone()).unwrap_or_default();
        let passing = passing::of_record(parts.iter().map(|part| part.passing), &repr);
        Facts {
            has_niche: parts.iter().any(|part| part.has_niche),
            spare: most_spare(&parts),
            needs_drop: parts.iter().any(|part| part.needs_drop),
            siblings: self.siblings_of_record(layout, fields, &parts),
            data: self.data_of_record(layout, fields, &parts),
            ..plain(passing)
        }
    }

    fn siblings_of_record(
        &self,
        layout: &Layout,
        fields: &[Ty],
        parts: &[Facts],
    ) -> Option<Arc<Siblings>> {
        let Shape::Fields(offsets) = &layout.shape else { return None };
        let placed = fields.iter().zip(parts).zip(offsets);
        let inside: Vec<_> = placed
            .filter_map(|((&ty, part), &offset)| {
                Some((offset, self.layouts.of(ty).size, part.siblings.clone()?))
            })
            .collect();
        (!inside.is_empty()).then(|| Arc::new(Siblings::Record(inside)))
    }

    /// The parts of an opaque union or enum: a field each, or the fields of a variant.
    fn siblings_of_parts(
        &self,
        types: &Types,
        layout: &Layout,
        parts: &[Vec<(Ty, u32)>],
        aligned: bool,
    ) -> Option<Arc<Siblings>> {
        let placed = |&(ty, offset): &(Ty, u32)| offset..offset + self.layouts.of(ty).size;
        let part = |fields: &Vec<(Ty, u32)>| {
            let start = fields.iter().map(|field| placed(field).start).min().unwrap_or(0);
            let end = fields.iter().map(|field| placed(field).end).max().unwrap_or(0);
            let inside: Vec<_> = fields
                .iter()
                .filter_map(|&(ty, offset)| {
                    let inside = self.of(types, ty).siblings?;
                    Some((offset - start, self.layouts.of(ty).size, inside))
                })
                .collect();
            memory::Part {
                range: start..end,
                promised: fields.iter().all(|&(ty, _)| self.layouts.of(ty).promised),
                inside: (!inside.is_empty()).then(|| Arc::new(Siblings::Record(inside))),
            }
        };
        let parts: Vec<memory::Part> = parts.iter().map(part).collect();
        let several = parts.iter().filter(|part| !part.range.is_empty()).count() > 1;
        let inside = parts.iter().any(|part| part.inside.is_some());
        let group = Group { size: layout.size, parts, aligned };
        (several || inside).then(|| Arc::new(Siblings::Group(group)))
    }

    fn data_of_record(
        &self,
        layout: &Layout,
        fields: &[Ty],
        parts: &[Facts],
    ) -> Option<Vec<Range<u32>>> {
        let Shape::Fields(offsets) = &layout.shape else { return None };
        let placed = fields.iter().zip(parts).zip(offsets);
        let ranges = placed.flat_map(|((&ty, part), &offset)| {
            data_at(offset, self.layouts.of(ty).size, part.data.as_deref())
        });
        covering(ranges.collect(), layout.size)
    }

    fn union(&self, types: &Types, layout: &Layout, def: &AdtDef, fields: &[Ty]) -> Facts {
        let parts: Vec<Facts> = fields.iter().map(|&field| self.of(types, field)).collect();
        let passing = if layout.size == 0 { Passing::Nothing } else { Passing::Memory };
        let Shape::Union(offsets) = &layout.shape else { return plain(passing) };
        let placed = fields.iter().zip(&parts).zip(offsets);
        let ranges = placed.flat_map(|((&ty, part), &offset)| {
            data_at(offset, self.layouts.of(ty).size, part.data.as_deref())
        });
        let alone = fields.iter().zip(offsets).map(|(&ty, &at)| vec![(ty, at)]).collect::<Vec<_>>();
        let siblings = match layout.promised || def.repr.transparent {
            true => None,
            false => self.siblings_of_parts(types, layout, &alone, def.repr.c),
        };
        Facts { siblings, data: covering(ranges.collect(), layout.size), ..plain(passing) }
    }

    fn siblings_of_enum(
        &self,
        types: &Types,
        layout: &Layout,
        def: &AdtDef,
    ) -> Option<Arc<Siblings>> {
        let Shape::Enum { variants, .. } = &layout.shape else { return None };
        if layout.promised {
            return None;
        }
        let placed: Vec<Vec<(Ty, u32)>> = def
            .variants
            .iter()
            .zip(variants)
            .map(|(variant, offsets)| {
                variant.fields.iter().map(|field| field.ty).zip(offsets.iter().copied()).collect()
            })
            .collect();
        self.siblings_of_parts(types, layout, &placed, false)
    }

    fn passing_of_enum(&self, types: &Types, def: &AdtDef, tag: TagShape) -> Passing {
        let part = |field: &crate::syntax::Field| {
            let layout = self.layouts.of(field.ty);
            let facts = self.of(types, field.ty);
            let (passing, spare) = (facts.passing, facts.spare);
            Part { passing, spare, inhabited: layout.inhabited }
        };
        let parts = |variant: &crate::syntax::Variant| variant.fields.iter().map(part).collect();
        let variants: Vec<Vec<Part>> = def.variants.iter().map(parts).collect();
        passing::of_enum(&variants, tag, &def.repr)
    }

    fn enumeration(&self, types: &Types, layout: &Layout, def: &AdtDef, fields: &[Ty]) -> Facts {
        let parts: Vec<Facts> = fields.iter().map(|&field| self.of(types, field)).collect();
        let any_niche = parts.iter().any(|part| part.has_niche);
        let tag = match &layout.shape {
            Shape::Enum { tag, .. } => *tag,
            _ => TagShape::Uninhabited,
        };
        let free = def.repr.int.is_none() && !def.repr.c;
        let opaque =
            matches!(tag, TagShape::Lone) || (free && matches!(tag, TagShape::Index { .. }));
        let uninhabited = |ty: &Ty| !self.layouts.of(*ty).inhabited;
        let few = tag == TagShape::Lone || fields.iter().any(uninhabited);
        Facts {
            has_niche: !matches!(tag, TagShape::Uninhabited),
            spare: passing::spare_of_enum(def, most_spare(&parts)),
            may_lack_tag: opaque && (any_niche || few),
            needs_drop: parts.iter().any(|part| part.needs_drop),
            siblings: self.siblings_of_enum(types, layout, def),
            ..plain(self.passing_of_enum(types, def, tag))
        }
    }
}

fn most_spare(parts: &[Facts]) -> u128 {
    parts.iter().map(|part| part.spare).max().unwrap_or(0)
}

/// A scalar with bit patterns that are no value.
fn niche(layout: &Layout) -> Facts {
    Facts { has_niche: true, ..plain(Passing::of_scalar(layout)) }
}

fn plain(passing: Passing) -> Facts {
    Facts {
        immediate: passing.is_immediate(),
        has_niche: false,
        spare: 0,
        may_lack_tag: false,
        needs_drop: false,
        siblings: None,
        data: None,
        passing,
    }
}

fn data_at(offset: u32, size: u32, data: Option<&[Range<u32>]>) -> Vec<Range<u32>> {
    match data {
        None => std::iter::once(offset..offset + size).collect(),
        Some(ranges) => ranges.iter().map(|r| r.start + offset..r.end + offset).collect(),
    }
}

fn elements(inner: Option<Arc<Siblings>>, stride: u32, some: bool) -> Option<Arc<Siblings>> {
    let element = inner.filter(|_| some)?;
    Some(Arc::new(Siblings::Array { stride, element }))
}

/// Of very long arrays the padding is not followed.
const MAX_FOLLOWED: u32 = 1 << 12;

fn repeated(data: Option<Vec<Range<u32>>>, stride: u32, size: u32) -> Option<Vec<Range<u32>>> {
    let data = data?;
    let count = size.checked_div(stride).unwrap_or(0);
    if count > MAX_FOLLOWED {
        return None;
    }
    let each = (0..count).flat_map(|i| data_at(i * stride, stride, Some(&data)));
    covering(each.collect(), size)
}

/// The ranges merged; none if they leave no byte out.
fn covering(mut ranges: Vec<Range<u32>>, size: u32) -> Option<Vec<Range<u32>>> {
    ranges.retain(|range| !range.is_empty());
    ranges.sort_by_key(|range| range.start);
    let mut merged: Vec<Range<u32>> = Vec::new();
    for range in ranges {
        match merged.last_mut() {
            Some(last) if last.end >= range.start => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    let all = size == 0 || merged.as_slice() == std::slice::from_ref(&(0..size));
    (!all).then_some(merged)
}
