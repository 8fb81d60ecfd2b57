//! Where the parts of a value lie, and how much of that the language promises.
//!
//! `repr(Rust)` promises neither size nor offsets, so every type is either *promised*
//! (its bytes are one run that a program may take apart and walk over) or *opaque*: a
//! group of runs, one per promised part. The machine still needs numbers to work with,
//! so opaque types get a virtual layout in which no two runs touch and no two variants
//! overlap; the numbers are ours and no program may learn them. Where a compiler was asked
//! ([`Told`]), its layout is as good as promised, for that compiler.

mod told;

use std::ops::Range;

use crate::syntax::{AdtDef, AdtKind, AdtOrigin, CoreAdt, FloatTy, IntTy};
use crate::syntax::{Ty, TyKind, Types};

pub use told::{Decision, Told, fields_of};

/// The largest type the machine will hold, in virtual bytes.
pub const MAX_SIZE: u64 = 1 << 28;

/// By-value nesting deeper than this is taken for an endless type.
const MAX_DEPTH: u32 = 200;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutError {
    TooLarge(Ty),
    /// Contains itself by value, or is nested beyond reason.
    Endless(Ty),
    /// A slice or `str` has no size of its own.
    Unsized(Ty),
    /// Generic functions are called with more lists of types than anybody writes.
    Instances,
}

#[derive(Clone, Debug)]
pub struct Layout {
    /// Virtual size; the real one if `promised`.
    pub size: u32,
    /// The promised alignment for promised types; for opaque types the largest of the
    /// parts, which is at least promised too.
    pub align: u32,
    pub promised: bool,
    pub shape: Shape,
    /// The type that remains after arrays and transparent wrappers are taken off. A
    /// pointer to an opaque type may step over neighbours of the same element.
    pub element: Ty,
    /// Byte ranges inside an `UnsafeCell`, merged and ascending. An enum or union with
    /// one anywhere is a cell as a whole.
    pub cells: Vec<Range<u32>>,
    pub has_references: bool,
    /// Whether any byte of a value can be a pointer's.
    pub has_pointers: bool,
    pub inhabited: bool,
    /// Whether every bit pattern of initialised bytes is a value: copying it needs no
    /// validation beyond initialisation, and it has no padding.
    pub plain: bool,
}

#[derive(Clone, Debug)]
pub enum Shape {
    Bool,
    Char,
    Int(IntTy),
    Float(FloatTy),
    /// A pointer of 8 bytes: raw, reference or function.
    Thin,
    /// A pointer and a length.
    Wide,
    /// Offsets of the fields of a tuple or struct, in declaration order.
    Fields(Vec<u32>),
    Array {
        element: Ty,
        stride: u32,
        count: u64,
    },
    /// Offsets of the fields: all 0 if promised, disjoint if opaque.
    Union(Vec<u32>),
    Enum {
        tag: TagShape,
        variants: Vec<Vec<u32>>,
        /// For a tag that was told: what stands there, by variant.
        values: Vec<Option<u128>>,
    },
}

/// How an enum says which variant it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagShape {
    /// The discriminant itself, as an integer: `repr(u8)`, `repr(C)`, …
    Discriminant { offset: u32, int: IntTy },
    /// The variant's index in four virtual bytes that no place can name.
    Index { offset: u32 },
    /// Not at all: there is only one variant, and no `repr` that asks for a tag.
    Lone,
    /// The promised null-pointer form of `Option<&T>` and its like: the variant without
    /// data is a null pointer at offset 0.
    Null { dataful: u32, empty: u32 },
    /// As a compiler told: a variant with a value of its own has it here, every other bit pattern
    /// means the one that has none.
    Told { offset: u32, size: u32, otherwise: Option<u32> },
    /// No variant at all: the type has no values.
    Uninhabited,
}

impl Layout {
    #[inline]
    pub fn freeze(&self) -> bool {
        self.cells.is_empty()
    }
}

/// Layouts of the types of one program, each worked out once.
#[derive(Clone, Debug, Default)]
pub struct Layouts {
    table: Vec<Option<Layout>>,
}

impl Layouts {
    /// Layouts of every sized type of the program.
    pub fn new(types: &Types) -> Result<Layouts, LayoutError> {
        let mut layouts = Layouts::default();
        layouts.extend(types)?;
        Ok(layouts)
    }

    /// Adds what has been interned since.
    pub fn extend(&mut self, types: &Types) -> Result<(), LayoutError> {
        for index in self.table.len()..types.len() {
            let ty = Ty(index as u32);
            if !types.is_unsized(ty) {
                self.add(types, ty, 0)?;
            }
        }
        if self.table.len() < types.len() {
            self.table.resize(types.len(), None);
        }
        Ok(())
    }

    /// The layout of a sized type that was there at the last `extend`.
    #[inline]
    pub fn of(&self, ty: Ty) -> &Layout {
        match &self.table[ty.index()] {
            Some(layout) => layout,
            None => unreachable!("layout of an unsized or unknown type {ty:?}"),
        }
    }

    pub fn get(&self, ty: Ty) -> Option<&Layout> {
        self.table.get(ty.index())?.as_ref()
    }

    fn add(&mut self, types: &Types, ty: Ty, depth: u32) -> Result<&Layout, LayoutError> {
        if self.get(ty).is_none() {
            if depth > MAX_DEPTH {
                return Err(LayoutError::Endless(ty));
            }
            let layout = self.compute(types, ty, depth + 1)?;
            if self.table.len() <= ty.index() {
                self.table.resize(ty.index() + 1, None);
            }
            self.table[ty.index()] = Some(layout);
        }
        Ok(self.of(ty))
    }

    fn compute(&mut self, types: &Types, ty: Ty, depth: u32) -> Result<Layout, LayoutError> {
        match types.kind(ty) {
            TyKind::Bool => Ok(scalar(ty, Shape::Bool, 1, false)),
            TyKind::Char => Ok(scalar(ty, Shape::Char, 4, false)),
            TyKind::Int(int) => Ok(scalar(ty, Shape::Int(*int), int.bytes(), true)),
            TyKind::Float(float) => Ok(scalar(ty, Shape::Float(*float), float.bytes(), true)),
            // Nothing of this type is ever there: what runs has its parameters filled in.
            TyKind::Param(_) => Ok(fieldless(ty)),
            TyKind::Never => Ok(Layout { inhabited: false, ..fieldless(ty) }),
            TyKind::FnPtr { .. } => Ok(pointer(ty, Shape::Thin, false)),
            TyKind::RawPtr(_, pointee) => Ok(pointer(ty, width(types, *pointee), false)),
            TyKind::Ref(_, pointee) => Ok(pointer(ty, width(types, *pointee), true)),
            TyKind::Slice(_) | TyKind::Str => Err(LayoutError::Unsized(ty)),
            TyKind::Array(element, count) => self.array(types, ty, *element, *count, depth),
            TyKind::Tuple(fields) => {
                let fields = fields.clone();
                self.parts(types, &fields, depth)?;
                let strict = self.fields(ty, &fields, &Packing::Opaque)?;
                Ok(self.settled(types, ty, strict))
            }
            TyKind::Adt(id) => {
                let strict = self.adt(types, ty, types.adt(*id), depth)?;
                Ok(self.settled(types, ty, strict))
            }
        }
    }

    /// What the language leaves open is as it was told.
    fn settled(&self, types: &Types, ty: Ty, strict: Layout) -> Layout {
        if strict.promised { strict } else { self.as_told(types, ty, strict) }
    }

    fn array(
        &mut self,
        types: &Types,
        ty: Ty,
        element: Ty,
        count: u64,
        depth: u32,
    ) -> Result<Layout, LayoutError> {
        let inner = self.add(types, element, depth)?.clone();
        let size = size_within_limits(ty, u64::from(inner.size).checked_mul(count))?;
        let cells = if inner.freeze() {
            Vec::new()
        } else {
            let each = (0..count as u32).flat_map(|i| {
                let base = i * inner.size;
                inner.cells.iter().map(move |cell| base + cell.start..base + cell.end)
            });
            merged(each.collect())
        };
        Ok(Layout {
            size,
            shape: Shape::Array { element, stride: inner.size, count },
            cells,
            has_references: inner.has_references && count > 0,
            has_pointers: inner.has_pointers && count > 0,
            inhabited: inner.inhabited || count == 0,
            ..inner
        })
    }

    fn adt(
        &mut self,
        types: &Types,
        ty: Ty,
        def: &AdtDef,
        depth: u32,
    ) -> Result<Layout, LayoutError> {
        for variant in &def.variants {
            let fields: Vec<Ty> = variant.fields.iter().map(|field| field.ty).collect();
            self.parts(types, &fields, depth)?;
        }
        let mut layout = match def.kind {
            AdtKind::Struct => {
                let fields: Vec<Ty> = def.variants[0].fields.iter().map(|f| f.ty).collect();
                self.fields(ty, &fields, &packing(def))?
            }
            AdtKind::Union => self.union(ty, def)?,
            AdtKind::Enum => self.enumeration(types, ty, def)?,
        };
        if def.origin == AdtOrigin::Core(CoreAdt::UnsafeCell)
            || def.origin == AdtOrigin::Core(CoreAdt::Cell)
        {
            layout.cells = whole(layout.size);
        }
        if def.origin == AdtOrigin::Core(CoreAdt::NonNull) {
            layout.plain = false;
        }
        Ok(layout)
    }

    fn parts(&mut self, types: &Types, fields: &[Ty], depth: u32) -> Result<(), LayoutError> {
        for &field in fields {
            self.add(types, field, depth)?;
        }
        Ok(())
    }

    /// A tuple or struct.
    fn fields(&self, ty: Ty, fields: &[Ty], packing: &Packing) -> Result<Layout, LayoutError> {
        let wrapped = fields.iter().copied().find(|&field| self.of(field).size > 0);
        if let Packing::Transparent = packing {
            let Some(inner) = wrapped.or(fields.first().copied()) else {
                return Ok(fieldless(ty));
            };
            let inner_layout = self.of(inner).clone();
            let offsets = vec![0; fields.len()];
            let inhabited = fields.iter().all(|&field| self.of(field).inhabited);
            return Ok(Layout { shape: Shape::Fields(offsets), inhabited, ..inner_layout });
        }
        let mut space = Space::new(self.is_promised(fields, packing), packing);
        let offsets: Vec<u32> =
            fields.iter().map(|&f| space.place(self.of(f), packing.max_align())).collect();
        let laid: u32 = fields.iter().map(|&field| self.of(field).size).sum();
        let size = space.finish(ty, packing.min_align())?;
        Ok(Layout {
            size,
            align: space.align,
            promised: space.promised,
            element: ty,
            cells: self.cells_at(fields.iter().copied().zip(offsets.iter().copied())),
            has_references: fields.iter().any(|&field| self.of(field).has_references),
            has_pointers: fields.iter().any(|&field| self.of(field).has_pointers),
            inhabited: fields.iter().all(|&field| self.of(field).inhabited),
            plain: laid == size && fields.iter().all(|&field| self.of(field).plain),
            shape: Shape::Fields(offsets),
        })
    }

    /// Whether fields laid out this way are one run.
    fn is_promised(&self, fields: &[Ty], packing: &Packing) -> bool {
        let all = fields.iter().all(|&field| self.of(field).promised);
        let nothing = fields.iter().all(|&field| self.of(field).size == 0);
        all && (nothing || matches!(packing, Packing::C { .. }))
    }

    fn cells_at(&self, fields: impl Iterator<Item = (Ty, u32)>) -> Vec<Range<u32>> {
        let mut cells = Vec::new();
        for (field, offset) in fields {
            let inner = self.of(field).cells.iter();
            cells.extend(inner.map(|cell| cell.start + offset..cell.end + offset));
        }
        merged(cells)
    }

    fn union(&self, ty: Ty, def: &AdtDef) -> Result<Layout, LayoutError> {
        let fields: Vec<Ty> = def.variants[0].fields.iter().map(|field| field.ty).collect();
        let parts = || fields.iter().map(|&field| self.of(field));
        let packing = packing(def);
        if let Packing::Transparent = packing {
            return Ok(self.transparent_union(ty, &fields));
        }
        let promised = def.repr.c && parts().all(|part| part.promised);
        let mut space = Space::new(promised, &packing);
        let mut offsets = Vec::new();
        for part in parts() {
            if promised {
                space.rewind();
            }
            offsets.push(space.place(part, packing.max_align()));
        }
        let size = space.finish(ty, packing.min_align())?;
        Ok(Layout {
            size,
            align: space.align,
            promised,
            element: ty,
            cells: if parts().all(Layout::freeze) { Vec::new() } else { whole(size) },
            has_references: false,
            has_pointers: true,
            inhabited: true,
            plain: false,
            shape: Shape::Union(offsets),
        })
    }

    /// `MaybeUninit` and its like: the memory of the one field that has any.
    fn transparent_union(&self, ty: Ty, fields: &[Ty]) -> Layout {
        let wrapped = fields.iter().copied().find(|&field| self.of(field).size > 0);
        let inner = match wrapped {
            Some(field) => self.of(field).clone(),
            None => fieldless(ty),
        };
        Layout {
            cells: if inner.freeze() { Vec::new() } else { whole(inner.size) },
            has_references: false,
            has_pointers: true,
            inhabited: true,
            plain: false,
            shape: Shape::Union(vec![0; fields.len()]),
            ..inner
        }
    }

    fn enumeration(&self, types: &Types, ty: Ty, def: &AdtDef) -> Result<Layout, LayoutError> {
        if def.variants.is_empty() {
            let shape = untold_enum(TagShape::Uninhabited, Vec::new());
            return Ok(Layout { shape, inhabited: false, plain: false, ..fieldless(ty) });
        }
        if let Some((dataful, pointer)) = null_form(types, def) {
            let inner = self.of(pointer).clone();
            let tag = TagShape::Null { dataful, empty: 1 - dataful };
            let variants = def.variants.iter().map(|v| vec![0; v.fields.len()]).collect();
            let shape = untold_enum(tag, variants);
            return Ok(Layout { shape, element: ty, plain: false, inhabited: true, ..inner });
        }
        self.tagged(ty, def)
    }

    fn tagged(&self, ty: Ty, def: &AdtDef) -> Result<Layout, LayoutError> {
        let fields = || def.variants.iter().flat_map(|variant| &variant.fields);
        let fixed = def.repr.c || def.repr.int.is_some();
        let promised = fixed && fields().all(|field| self.of(field.ty).promised);
        let int = def.repr.int.unwrap_or(if fixed { c_tag(def) } else { IntTy::Isize });
        let mut space = Space::new(promised, &packing(def));
        let (tag, tag_size) = if promised {
            (TagShape::Discriminant { offset: 0, int }, int.bytes())
        } else if def.variants.len() == 1 && !fixed {
            (TagShape::Lone, 0)
        } else {
            (TagShape::Index { offset: 0 }, 4)
        };
        space.place_bytes(tag_size, tag_size.clamp(1, 16));
        if promised && def.repr.c {
            // `repr(C)`: the tag, then a union of structs, aligned as one.
            let strictest = fields().map(|field| self.of(field.ty).align).max().unwrap_or(1);
            space.align_to(strictest);
        }
        let start = space.end;
        let mut variants = Vec::new();
        for variant in &def.variants {
            if promised {
                space.rewind_to(start);
            }
            let place = |field: &crate::syntax::Field| space.place(self.of(field.ty), None);
            variants.push(variant.fields.iter().map(place).collect::<Vec<u32>>());
        }
        let size = space.finish(ty, def.repr.align)?;
        let freeze = fields().all(|field| self.of(field.ty).freeze());
        let lives = |v: &crate::syntax::Variant| v.fields.iter().all(|f| self.of(f.ty).inhabited);
        Ok(Layout {
            size,
            align: space.align,
            promised,
            element: ty,
            cells: if freeze { Vec::new() } else { whole(size) },
            has_references: fields().any(|field| self.of(field.ty).has_references),
            has_pointers: fields().any(|field| self.of(field.ty).has_pointers),
            inhabited: def.variants.iter().any(lives),
            plain: false,
            shape: untold_enum(tag, variants),
        })
    }
}

/// How the fields of a struct are put together.
enum Packing {
    /// `repr(Rust)`, with what `packed` and `align` promise about alignment.
    Opaque,
    OpaquePacked {
        max_align: Option<u32>,
        min_align: Option<u32>,
    },
    C {
        max_align: Option<u32>,
        min_align: Option<u32>,
    },
    Transparent,
}

impl Packing {
    fn max_align(&self) -> Option<u32> {
        match self {
            Packing::C { max_align, .. } | Packing::OpaquePacked { max_align, .. } => *max_align,
            Packing::Opaque | Packing::Transparent => None,
        }
    }

    fn min_align(&self) -> Option<u32> {
        match self {
            Packing::C { min_align, .. } | Packing::OpaquePacked { min_align, .. } => *min_align,
            Packing::Opaque | Packing::Transparent => None,
        }
    }
}

fn packing(def: &AdtDef) -> Packing {
    let (max_align, min_align) = (def.repr.packed, def.repr.align);
    let core = matches!(def.origin, AdtOrigin::Core(_)) && def.kind != AdtKind::Enum;
    match () {
        () if def.repr.transparent || core => Packing::Transparent,
        () if def.repr.c => Packing::C { max_align, min_align },
        () if max_align.is_some() || min_align.is_some() => {
            Packing::OpaquePacked { max_align, min_align }
        }
        () => Packing::Opaque,
    }
}

/// Bytes being handed out, front to back.
struct Space {
    promised: bool,
    packed: bool,
    end: u32,
    /// The furthest end so far, for overlapping parts.
    furthest: u64,
    align: u32,
}

impl Space {
    fn new(promised: bool, packing: &Packing) -> Space {
        Space { promised, packed: packing.max_align().is_some(), end: 0, furthest: 0, align: 1 }
    }

    fn place(&mut self, part: &Layout, max_align: Option<u32>) -> u32 {
        let align = max_align.map_or(part.align, |max| part.align.min(max));
        self.place_bytes(part.size, align)
    }

    /// Opaque layouts leave a byte between parts, so that one-past-the-end of a run is
    /// never the start of the next.
    fn place_bytes(&mut self, size: u32, align: u32) -> u32 {
        let offset = u64::from(self.end).next_multiple_of(u64::from(align));
        let gap = u64::from(!self.promised && size > 0);
        let end = (offset + u64::from(size) + gap).min(MAX_SIZE * 2);
        self.align = self.align.max(align);
        self.end = end as u32;
        self.furthest = self.furthest.max(end);
        offset.min(MAX_SIZE * 2) as u32
    }

    fn align_to(&mut self, align: u32) {
        self.end = self.end.next_multiple_of(align);
        self.align = self.align.max(align);
    }

    fn rewind(&mut self) {
        self.end = 0;
    }

    fn rewind_to(&mut self, end: u32) {
        self.end = end;
    }

    fn finish(&mut self, ty: Ty, min_align: Option<u32>) -> Result<u32, LayoutError> {
        debug_assert!(self.packed || self.align.is_power_of_two());
        self.align = self.align.max(min_align.unwrap_or(1));
        size_within_limits(ty, Some(self.furthest.next_multiple_of(u64::from(self.align))))
    }
}

fn size_within_limits(ty: Ty, size: Option<u64>) -> Result<u32, LayoutError> {
    match size {
        Some(size) if size <= MAX_SIZE => Ok(size as u32),
        _ => Err(LayoutError::TooLarge(ty)),
    }
}

fn scalar(ty: Ty, shape: Shape, size: u32, plain: bool) -> Layout {
    Layout {
        size,
        align: size.max(1),
        promised: true,
        shape,
        element: ty,
        cells: Vec::new(),
        has_references: false,
        has_pointers: true,
        inhabited: true,
        plain,
    }
}

fn pointer(ty: Ty, shape: Shape, reference: bool) -> Layout {
    let size = if matches!(shape, Shape::Wide) { 16 } else { 8 };
    Layout { align: 8, has_references: reference, ..scalar(ty, shape, size, false) }
}

fn fieldless(ty: Ty) -> Layout {
    Layout { has_pointers: false, align: 1, ..scalar(ty, Shape::Fields(Vec::new()), 0, true) }
}

fn width(types: &Types, pointee: Ty) -> Shape {
    if types.is_unsized(pointee) { Shape::Wide } else { Shape::Thin }
}

fn untold_enum(tag: TagShape, variants: Vec<Vec<u32>>) -> Shape {
    Shape::Enum { tag, variants, values: Vec::new() }
}

fn whole(size: u32) -> Vec<Range<u32>> {
    if size == 0 { Vec::new() } else { std::iter::once(0..size).collect() }
}

fn merged(mut ranges: Vec<Range<u32>>) -> Vec<Range<u32>> {
    ranges.sort_by_key(|range| range.start);
    let mut result: Vec<Range<u32>> = Vec::new();
    for range in ranges {
        match result.last_mut() {
            Some(last) if last.end >= range.start => last.end = last.end.max(range.end),
            _ => result.push(range),
        }
    }
    result
}

/// The variant with data and the type of that data, if the language promises that the
/// other variant is the null pointer.
fn null_form(types: &Types, def: &AdtDef) -> Option<(u32, Ty)> {
    if def.repr != Default::default() || def.variants.len() != 2 {
        return None;
    }
    let dataful = def.variants.iter().position(|variant| variant.fields.len() == 1)?;
    if !def.variants[1 - dataful].fields.is_empty() {
        return None;
    }
    let data = def.variants[dataful].fields[0].ty;
    let never_null = match types.kind(data) {
        TyKind::Ref(..) | TyKind::FnPtr { .. } => true,
        TyKind::Adt(id) => types.adt(*id).origin == AdtOrigin::Core(CoreAdt::NonNull),
        _ => false,
    };
    never_null.then_some((dataful as u32, data))
}

/// `repr(C)` enums have the tag of a C enum: four bytes, signed if need be, or eight.
fn c_tag(def: &AdtDef) -> IntTy {
    // Discriminants are kept as the bits of an `isize`.
    let values = || def.variants.iter().map(|variant| variant.discriminant as u64 as i64);
    match values().any(|value| value < 0) {
        true if values().all(|value| i32::try_from(value).is_ok()) => IntTy::I32,
        true => IntTy::I64,
        false if values().all(|value| u32::try_from(value).is_ok()) => IntTy::U32,
        false => IntTy::U64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(build: impl Fn(&mut Types) -> Ty) -> Layout {
        let mut types = Types::default();
        let ty = build(&mut types);
        let layouts = Layouts::new(&types).expect("a small type has a layout");
        layouts.of(ty).clone()
    }

    #[test]
    fn primitives_are_promised_with_their_real_size() {
        for int in IntTy::ALL {
            let layout = layout(|types| types.int(int));
            assert!(layout.promised && layout.plain);
            assert_eq!((layout.size, layout.align), (int.bytes(), int.bytes()));
        }
    }

    #[test]
    fn tuples_are_opaque_and_their_runs_never_touch() {
        let tuple = layout(|types| {
            let int = types.int(IntTy::U32);
            types.tuple(vec![int, int])
        });
        assert!(!tuple.promised);
        let Shape::Fields(offsets) = &tuple.shape else { panic!("a tuple has fields") };
        assert!(offsets[1] > offsets[0] + 4);
        assert!(tuple.size > offsets[1] + 4);
    }

    #[test]
    fn arrays_of_promised_elements_are_one_run() {
        let array = layout(|types| {
            let int = types.int(IntTy::U16);
            types.array(int, 5)
        });
        assert!(array.promised && array.plain);
        assert_eq!((array.size, array.align), (10, 2));
    }

    #[test]
    fn huge_types_are_refused() {
        let mut types = Types::default();
        let byte = types.int(IntTy::U8);
        let inner = types.array(byte, 1 << 20);
        let outer = types.array(inner, 1 << 20);
        assert_eq!(Layouts::new(&types).unwrap_err(), LayoutError::TooLarge(outer));
    }

    #[test]
    fn unit_takes_no_room_and_is_promised() {
        let unit = layout(Types::unit);
        assert!(unit.promised && unit.inhabited);
        assert_eq!(unit.size, 0);
    }
}
