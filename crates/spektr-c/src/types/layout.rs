//! Sizes, alignments and where the members of records lie: the System V ABI for AMD64 as gcc and
//! clang implement it, bit-fields, `packed`, `aligned` and `#pragma pack` included.

use super::{Field, RecordBody, Shape, Ty, Types};

/// Where the members of a record lie.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    pub size: u64,
    pub align: u64,
    /// One for each member, in the order of the members.
    pub places: Vec<Place>,
}

/// Where one member lies. Bits are counted from the lowest bit of the first byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// From the start of the record. A multiple of 8 unless it is a bit-field.
    pub bit: u64,
    /// How many bits it takes.
    pub width: u64,
}

impl Place {
    /// The byte that holds the first bit.
    pub const fn byte(self) -> u64 {
        self.bit / 8
    }
}

/// Larger objects are refused: `ptrdiff_t` could not measure them.
const LARGEST: u64 = i64::MAX as u64;

impl Types {
    /// The size in bytes; `None` for `void`, functions and incomplete types. A flexible member
    /// is incomplete too.
    pub fn size_of(&self, ty: Ty) -> Option<u64> {
        match self.shape(ty) {
            Shape::Void | Shape::Function(_) => None,
            Shape::Bool => Some(1),
            Shape::Int(kind) => Some(u64::from(kind.bits() / 8)),
            Shape::Float(kind) => Some(kind.size()),
            Shape::Enum(id) => {
                let declared = self.enumeration(*id);
                declared.complete.then_some(u64::from(declared.underlying.bits() / 8))
            }
            Shape::Pointer(_) => Some(8),
            Shape::Array { element, length } => {
                let size = self.size_of(*element)?.checked_mul((*length)?)?;
                (size <= LARGEST).then_some(size)
            }
            Shape::Record(id) => Some(self.layout(*id)?.size),
            Shape::Vector { element, lanes } => {
                Some(self.size_of(*element)?.checked_mul(u64::from(*lanes))?)
            }
        }
    }

    /// By how much a pointer to the type moves for each 1: its size, and 1 for `void` and
    /// functions as GNU C has it.
    pub fn step(&self, ty: Ty) -> Option<u64> {
        match self.shape(ty) {
            Shape::Void | Shape::Function(_) => Some(1),
            _ => self.size_of(ty),
        }
    }

    /// The alignment in bytes; of `void`, functions and incomplete records it is 1.
    pub fn align_of(&self, ty: Ty) -> u64 {
        ty.given_align().unwrap_or_else(|| self.natural_align(ty))
    }

    fn natural_align(&self, ty: Ty) -> u64 {
        match self.shape(ty) {
            Shape::Void | Shape::Function(_) => 1,
            Shape::Array { element, .. } => self.align_of(*element),
            Shape::Record(id) => self.layout(*id).map_or(1, |layout| layout.align),
            // A vector is aligned to its size, which is a power of two.
            Shape::Vector { .. } => self.size_of(ty).unwrap_or(1),
            _ => self.size_of(ty).unwrap_or(1),
        }
    }
}

/// Lays out the members of a record one after the other, or on top of each other.
pub(super) fn of_record(
    types: &Types,
    body: &RecordBody,
    is_union: bool,
) -> Result<Layout, String> {
    let mut cursor = Cursor { types, body, bit: 0, align: body.align.unwrap_or(1), end: 0 };
    let mut places = Vec::with_capacity(body.fields.len());
    for field in &body.fields {
        if is_union {
            cursor.bit = 0;
        }
        places.push(cursor.place(field)?);
        cursor.end = cursor.end.max(cursor.bit);
    }
    let align = cursor.align;
    let size = cursor.end.div_ceil(8).checked_next_multiple_of(align);
    let size = size.filter(|&size| size <= LARGEST).ok_or("the type is too large")?;
    Ok(Layout { size, align, places })
}

struct Cursor<'a> {
    types: &'a Types,
    body: &'a RecordBody,
    /// The next free bit.
    bit: u64,
    /// The alignment of the record so far.
    align: u64,
    /// The first bit behind everything.
    end: u64,
}

impl Cursor<'_> {
    fn place(&mut self, field: &Field) -> Result<Place, String> {
        match field.bits {
            Some(width) => self.bit_field(field, u64::from(width)),
            None => self.ordinary(field),
        }
    }

    fn ordinary(&mut self, field: &Field) -> Result<Place, String> {
        let natural = self.types.align_of(field.ty);
        let mut align = if self.is_packed(field) { 1 } else { natural };
        align = align.max(field.align.unwrap_or(1));
        // `#pragma pack` bounds even what an attribute asks for.
        align = align.min(self.body.pack.unwrap_or(u64::MAX));
        // A flexible member takes no room.
        let size = self.types.size_of(field.ty).unwrap_or(0);
        let width = size.checked_mul(8).ok_or("the type is too large")?;
        self.align_to(align)?;
        let place = Place { bit: self.bit, width };
        self.bit = self.bit.checked_add(width).ok_or("the type is too large")?;
        self.align = self.align.max(align);
        Ok(place)
    }

    /// A bit-field goes to the next free bit, unless it would then touch more storage units of
    /// its declared type than one; with `packed` or `#pragma pack` it just goes there. A width
    /// of 0 moves on to the next unit. An unnamed one leaves the record's alignment alone.
    fn bit_field(&mut self, field: &Field, width: u64) -> Result<Place, String> {
        let unit = self.types.align_of(field.ty);
        let size = self.types.size_of(field.ty).unwrap_or(unit);
        let pack = self.body.pack.unwrap_or(u64::MAX);
        let packed = self.is_packed(field);
        if let Some(align) = field.align {
            self.align_to(align.min(pack))?;
            self.align = self.align.max(align.min(pack));
        }
        if width == 0 {
            self.align_to(unit.min(pack))?;
        } else if !packed && self.body.pack.is_none() {
            let units = (self.bit % (unit * 8) + width).div_ceil(unit * 8);
            if units > size / unit {
                self.align_to(unit)?;
            }
        }
        if field.name.is_some() {
            let align = if self.body.pack.is_some() {
                unit.min(pack)
            } else if packed {
                1
            } else {
                unit
            };
            self.align = self.align.max(align);
        }
        let place = Place { bit: self.bit, width };
        self.bit = self.bit.checked_add(width).ok_or("the type is too large")?;
        Ok(place)
    }

    fn is_packed(&self, field: &Field) -> bool {
        self.body.packed || field.packed
    }

    fn align_to(&mut self, align: u64) -> Result<(), String> {
        let bits = align.checked_mul(8);
        let next = bits.and_then(|bits| self.bit.checked_next_multiple_of(bits));
        self.bit = next.ok_or("the type is too large")?;
        Ok(())
    }
}
