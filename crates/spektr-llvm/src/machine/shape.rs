//! Types as the machine needs them: sizes, alignments and offsets by the module's data
//! layout. LangRef, "Data Layout". Knows no values.

use std::collections::BTreeMap;

use super::stop::{Step, unsupported};
use crate::syntax::{FloatKind, Module, Ty, Type};

/// A type with its layout.
#[derive(Clone, Debug)]
pub struct Shape {
    pub kind: Kind,
    /// Bits of a value.
    pub bits: u64,
    /// Bytes that a store writes.
    pub store: u64,
    /// Bytes from one array element to the next.
    pub size: u64,
    pub align: u64,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Int(u32),
    Float(FloatKind),
    /// The bits of an address.
    Pointer {
        width: u32,
        space: u32,
    },
    Vector {
        length: u32,
        element: Ty,
    },
    Array {
        length: u64,
        element: Ty,
    },
    Struct {
        fields: Box<[(Ty, u64)]>,
    },
    Void,
    /// A type that values cannot have here, by name.
    Refused(&'static str),
}

/// What a data layout string says.
#[derive(Clone, Debug)]
pub struct DataLayout {
    pub big_endian: bool,
    pub alloca_space: u32,
    pointers: BTreeMap<u32, (u32, u64)>,
    ints: BTreeMap<u32, u64>,
    floats: BTreeMap<u32, u64>,
    vectors: BTreeMap<u32, u64>,
    aggregate: u64,
    /// A part that the machine does not know.
    strange: Option<String>,
}

impl Default for DataLayout {
    fn default() -> Self {
        DataLayout {
            big_endian: false,
            alloca_space: 0,
            pointers: BTreeMap::from([(0, (64, 8))]),
            ints: BTreeMap::from([(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)]),
            floats: BTreeMap::from([(16, 2), (32, 4), (64, 8), (128, 16)]),
            vectors: BTreeMap::from([(64, 8), (128, 16)]),
            aggregate: 1,
            strange: None,
        }
    }
}

impl DataLayout {
    /// Reads a `target datalayout`; what is not in it has LLVM's defaults.
    pub fn read(text: &str) -> DataLayout {
        let mut layout = DataLayout::default();
        for part in text.split('-').filter(|part| !part.is_empty()) {
            if layout.part(part).is_none() {
                layout.strange.get_or_insert_with(|| format!("data layout `{part}`"));
            }
        }
        layout
    }

    fn part(&mut self, part: &str) -> Option<()> {
        let mut fields = part.split(':');
        let head = fields.next()?;
        let numbers: Vec<u64> =
            fields.map(|field| field.parse().ok()).collect::<Option<_>>().unwrap_or_default();
        let number = |text: &str| if text.is_empty() { Some(0) } else { text.parse::<u32>().ok() };
        let bytes = |at: usize| numbers.get(at).map(|bits| bits / 8);
        let kind = head.chars().next()?;
        let rest = &head[kind.len_utf8()..];
        match kind {
            'e' => self.big_endian = false,
            'E' => self.big_endian = true,
            'A' => self.alloca_space = number(rest)?,
            'p' => {
                let width = u32::try_from(*numbers.first()?).ok()?;
                let index = numbers.get(3).copied().unwrap_or(u64::from(width));
                // Pointers with parts that are no address are refused where they are used.
                let odd = index != u64::from(width) || ![32, 64].contains(&width);
                let width = if odd { 0 } else { width };
                self.pointers.insert(number(rest)?, (width, bytes(1)?));
            }
            'i' => drop(self.ints.insert(number(rest)?, bytes(0)?.max(1))),
            'f' => drop(self.floats.insert(number(rest)?, bytes(0)?.max(1))),
            'v' => drop(self.vectors.insert(number(rest)?, bytes(0)?.max(1))),
            'a' => self.aggregate = bytes(0)?.max(1),
            // Mangling, native widths, stack alignment, other address spaces, functions.
            'm' | 'n' | 'S' | 's' | 'G' | 'P' | 'F' => {}
            _ => return None,
        }
        Some(())
    }

    pub fn pointer_width(&self, space: u32) -> u32 {
        self.pointers.get(&space).or(self.pointers.get(&0)).map_or(64, |&(width, _)| width)
    }

    fn pointer_align(&self, space: u32) -> u64 {
        self.pointers.get(&space).or(self.pointers.get(&0)).map_or(8, |&(_, align)| align)
    }

    fn int_align(&self, width: u32) -> u64 {
        let larger = self.ints.range(width..).next();
        larger.or(self.ints.last_key_value()).map_or(1, |(_, &align)| align)
    }
}

/// The shapes of all types of a module, by their number.
pub struct Shapes {
    pub layout: DataLayout,
    shapes: Vec<Shape>,
}

impl Shapes {
    pub fn of(module: &Module) -> Step<Shapes> {
        let text = module.data_layout.as_ref().map(|name| name.text().into_owned());
        let layout = DataLayout::read(text.as_deref().unwrap_or(""));
        if let Some(strange) = &layout.strange {
            return unsupported(strange.clone());
        }
        let mut shapes: Vec<Option<Shape>> = vec![None; module.types.len()];
        for (ty, _) in module.types.iter() {
            shape(module, &layout, &mut shapes, ty, 0)?;
        }
        // The loop has filled every place.
        Ok(Shapes { layout, shapes: shapes.into_iter().flatten().collect() })
    }
}

impl std::ops::Index<Ty> for Shapes {
    type Output = Shape;

    #[inline]
    fn index(&self, ty: Ty) -> &Shape {
        &self.shapes[ty.index()]
    }
}

/// Types nest at most this deep; a struct that contains itself would go on forever.
const DEEPEST: u32 = 200;

fn shape(
    module: &Module,
    layout: &DataLayout,
    done: &mut Vec<Option<Shape>>,
    ty: Ty,
    depth: u32,
) -> Step<Shape> {
    if let Some(shape) = &done[ty.index()] {
        return Ok(shape.clone());
    }
    if depth > DEEPEST {
        return unsupported("a type that nests too deep");
    }
    let mut of = |ty: Ty| shape(module, layout, done, ty, depth + 1);
    let shape = match &module.types[ty] {
        Type::Int(width) => scalar(Kind::Int(*width), *width, layout.int_align(*width)),
        Type::Float(kind) => {
            let width = kind.width();
            let natural = u64::from(width).div_ceil(8).next_power_of_two();
            let align = layout.floats.get(&width).copied().unwrap_or(natural);
            scalar(Kind::Float(*kind), width, align)
        }
        Type::Pointer { space, .. } => {
            let width = layout.pointer_width(*space);
            if width == 0 {
                return Ok(keep(done, ty, refused("a pointer of this address space")));
            }
            scalar(Kind::Pointer { width, space: *space }, width, layout.pointer_align(*space))
        }
        Type::Vector { scalable: true, .. } => refused("a scalable vector"),
        Type::Vector { length, element, .. } => {
            let inner = of(*element)?;
            let bits = u64::from(*length).saturating_mul(inner.bits);
            let store = bits.div_ceil(8);
            let natural = store.max(1).next_power_of_two();
            let known = u32::try_from(bits).ok().and_then(|bits| layout.vectors.get(&bits));
            let align = known.copied().unwrap_or(natural);
            let kind = Kind::Vector { length: *length, element: *element };
            Shape { kind, bits, store, size: store.next_multiple_of(align), align }
        }
        Type::Array { length, element } => {
            let inner = of(*element)?;
            let size = inner.size.saturating_mul(*length);
            let kind = Kind::Array { length: *length, element: *element };
            Shape { kind, bits: size.saturating_mul(8), store: size, size, align: inner.align }
        }
        Type::Struct { .. } | Type::Named(_) => match module.types.fields(ty) {
            None => refused("an opaque type"),
            Some((fields, packed)) => record(layout, fields, packed, of)?,
        },
        Type::Void => Shape { kind: Kind::Void, bits: 0, store: 0, size: 0, align: 1 },
        Type::Label => refused("a label"),
        Type::Token => refused("a token"),
        Type::Metadata => refused("metadata"),
        Type::X86Mmx => refused("x86_mmx"),
        Type::X86Amx => refused("x86_amx"),
        Type::Function { .. } => refused("a function type"),
        Type::Target { .. } => refused("a target type"),
    };
    Ok(keep(done, ty, shape))
}

fn keep(done: &mut [Option<Shape>], ty: Ty, shape: Shape) -> Shape {
    done[ty.index()] = Some(shape.clone());
    shape
}

fn scalar(kind: Kind, width: u32, align: u64) -> Shape {
    let store = u64::from(width).div_ceil(8);
    Shape { kind, bits: u64::from(width), store, size: store.next_multiple_of(align), align }
}

fn refused(what: &'static str) -> Shape {
    Shape { kind: Kind::Refused(what), bits: 0, store: 0, size: 0, align: 1 }
}

fn record(
    layout: &DataLayout,
    fields: &[Ty],
    packed: bool,
    mut of: impl FnMut(Ty) -> Step<Shape>,
) -> Step<Shape> {
    let (mut end, mut align) = (0u64, if packed { 1 } else { layout.aggregate.min(1) });
    let mut offsets = Vec::with_capacity(fields.len());
    for &field in fields {
        let inner = of(field)?;
        let inner_align = if packed { 1 } else { inner.align };
        end = end.saturating_add(inner_align - 1) / inner_align * inner_align;
        offsets.push((field, end));
        end = end.saturating_add(inner.size);
        align = align.max(inner_align);
    }
    let size = end.saturating_add(align - 1) / align * align;
    let kind = Kind::Struct { fields: offsets.into() };
    Ok(Shape { kind, bits: size.saturating_mul(8), store: size, size, align })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_of_a_common_target() {
        let text = "e-m:e-p270:32:32-p271:32:32-i64:64-i128:128-f80:128-n8:16:32:64-S128";
        let layout = DataLayout::read(text);
        assert!(layout.strange.is_none(), "{:?}", layout.strange);
        assert_eq!((layout.pointer_width(0), layout.pointer_width(270)), (64, 32));
        let aligns = [1, 7, 32, 33, 64, 65, 128, 300].map(|width| layout.int_align(width));
        assert_eq!(aligns, [1, 1, 4, 8, 8, 16, 16, 16]);
    }
}
