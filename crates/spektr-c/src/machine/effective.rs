//! Effective types (6.5p6f) as the machine keeps them: the scalar types of C as small numbers
//! (leaves), in which signed and unsigned twins are one, and for every declared type the leaf at
//! each of its bytes.

use crate::hash::FastMap;
use std::ops::Range;

use super::reading::Switches;
use crate::types::{FloatKind, IntKind, RecordId, Shape, Ty, Types};

/// Leaves that have a meaning of their own.
pub mod leaf {
    /// No effective type yet, or padding.
    pub const NONE: u16 = 0;
    /// A character type, which may access everything (6.5p7).
    pub const CHARACTER: u16 = 1;
    /// A byte that holds bit-fields: reached through its record only.
    pub const BIT_FIELD: u16 = 2;
    /// A byte of a union: what it is depends on the last store.
    pub const UNION: u16 = 3;
    /// `may_alias`: accesses everything too.
    pub const ANY: u16 = 4;
}

/// Types larger than this are not broken up, unless they are arrays of smaller ones.
const LARGEST: u64 = 1 << 16;

/// A declared type, broken up.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    /// After this many bytes the leaves repeat: the size of an array's element.
    pub period: u32,
    /// One per byte of a period; empty if nothing is known.
    pub leaves: Vec<u16>,
    pub has_union: bool,
    /// Bytes with bit-fields, and which of their bits are no member's.
    pub padding_bits: Vec<(u32, u8)>,
    /// Members defined as `const` in something that is not, within a period.
    pub constant: Vec<Range<u32>>,
    pub volatile: bool,
    /// Members defined as `volatile` in something that is not, within a period.
    pub volatile_members: Vec<Range<u32>>,
}

/// All leaves and declared types of a program.
#[derive(Clone, Debug, Default)]
pub struct Effective {
    declared: Vec<Declared>,
    by_type: FastMap<Ty, u32>,
    leaves: FastMap<Ty, u16>,
    names: Vec<String>,
    pointer_types: bool,
}

impl Effective {
    pub fn new(switches: Switches) -> Effective {
        let names = ["nothing", "char", "a bit-field", "a union", "anything"];
        Effective {
            declared: vec![Declared::default()],
            names: names.map(str::to_string).to_vec(),
            pointer_types: switches.pointer_types,
            ..Effective::default()
        }
    }

    pub fn name(&self, leaf: u16) -> &str {
        &self.names[leaf as usize]
    }

    pub fn declared(&self, index: u32) -> &Declared {
        &self.declared[index as usize]
    }

    /// The leaf of a scalar type.
    pub fn leaf(&mut self, types: &Types, ty: Ty) -> u16 {
        if ty.may_alias() {
            return leaf::ANY;
        }
        let key = self.representative(types, ty);
        if key == Types::CHAR {
            return leaf::CHARACTER;
        }
        if let Some(&known) = self.leaves.get(&key) {
            return known;
        }
        let number = self.names.len() as u16;
        self.names.push(types.describe(key).to_string());
        self.leaves.insert(key, number);
        number
    }

    /// One type for all that may access each other's objects.
    fn representative(&self, types: &Types, ty: Ty) -> Ty {
        match types.shape(ty) {
            Shape::Int(IntKind::Char | IntKind::SChar | IntKind::UChar) => Types::CHAR,
            Shape::Int(kind) => Types::int(kind.to_signed()),
            Shape::Enum(id) => {
                let kind = types.enumeration(*id).underlying;
                self.representative(types, Types::int(kind))
            }
            Shape::Vector { element, .. } => self.representative(types, *element),
            Shape::Array { element, .. } => self.representative(types, *element),
            Shape::Pointer(_) if !self.pointer_types => Types::VOID_POINTER,
            _ => ty.unqualified(),
        }
    }

    /// The number of a declared type.
    pub fn declare(&mut self, types: &Types, ty: Ty) -> u32 {
        if let Some(&known) = self.by_type.get(&ty) {
            return known;
        }
        let mut element = ty;
        while let Shape::Array { element: inner, .. } = types.shape(element) {
            element = *inner;
        }
        let period = types.size_of(element).unwrap_or(0);
        let mut made = Declared { period: period as u32, ..Declared::default() };
        if period <= LARGEST {
            made.leaves = vec![leaf::NONE; period as usize];
            self.fill(types, element, 0, &mut made);
        }
        made.volatile = element.is_volatile();
        let number = self.declared.len() as u32;
        self.declared.push(made);
        self.by_type.insert(ty, number);
        number
    }

    fn fill(&mut self, types: &Types, ty: Ty, at: u64, made: &mut Declared) {
        let size = types.size_of(ty).unwrap_or(0);
        match types.shape(ty) {
            Shape::Array { element, length } => {
                let step = types.size_of(*element).unwrap_or(0);
                for index in 0..length.unwrap_or(0) {
                    self.fill(types, *element, at + index * step, made);
                }
            }
            Shape::Record(id) => {
                let (Some(layout), fields) = (types.layout(*id), types.fields(*id)) else { return };
                if types.record(*id).is_union {
                    made.has_union = true;
                    set(&mut made.leaves, at, size, leaf::UNION);
                    return;
                }
                let bits = padding_bits(types, *id, |_| true).into_iter();
                made.padding_bits.extend(bits.map(|(byte, mask)| (at as u32 + byte, mask)));
                for (field, place) in fields.iter().zip(&layout.places) {
                    let byte = at + place.byte();
                    if field.bits.is_some() {
                        let end = at + (place.bit + place.width).div_ceil(8);
                        set(&mut made.leaves, byte, end - byte, leaf::BIT_FIELD);
                        continue;
                    }
                    let length = types.size_of(field.ty).unwrap_or(0);
                    let mut inner = field.ty;
                    while let Shape::Array { element, .. } = types.shape(inner) {
                        inner = *element;
                    }
                    if inner.is_const() && length > 0 {
                        made.constant.push(byte as u32..(byte + length) as u32);
                    }
                    if inner.is_volatile() && length > 0 {
                        made.volatile_members.push(byte as u32..(byte + length) as u32);
                    }
                    self.fill(types, field.ty, byte, made);
                }
            }
            Shape::Float(FloatKind::LongDouble) => {
                let leaf = self.leaf(types, ty);
                set(&mut made.leaves, at, 16, leaf);
            }
            _ => {
                let leaf = self.leaf(types, ty);
                set(&mut made.leaves, at, size, leaf);
            }
        }
    }
}

/// The bytes of a record that hold bit-fields but not only: where, and which bits are no
/// member's, or none's that counts.
pub fn padding_bits(types: &Types, id: RecordId, counts: impl Fn(usize) -> bool) -> Vec<(u32, u8)> {
    let Some(layout) = types.layout(id) else { return Vec::new() };
    let mut bytes: Vec<(u32, u8)> = Vec::new();
    for (index, (field, place)) in types.fields(id).iter().zip(&layout.places).enumerate() {
        // An unnamed bit-field is padding (6.7.2.1p12).
        if field.bits.is_none() || field.name.is_none() || !counts(index) {
            continue;
        }
        for bit in place.bit..place.bit + place.width {
            let (byte, mask) = ((bit / 8) as u32, 1 << (bit % 8));
            match bytes.iter_mut().find(|(at, _)| *at == byte) {
                Some((_, free)) => *free &= !mask,
                None => bytes.push((byte, !mask)),
            }
        }
    }
    bytes.retain(|(_, free)| *free != 0);
    bytes
}

fn set(leaves: &mut [u16], at: u64, size: u64, leaf: u16) {
    let end = ((at + size) as usize).min(leaves.len());
    if let Some(range) = leaves.get_mut(at as usize..end) {
        range.fill(leaf);
    }
}

/// Whether an lvalue with the first leaf may read what has the second as its effective type.
#[inline]
pub fn may_access(accessing: u16, effective: u16) -> bool {
    accessing == effective
        || matches!(accessing, leaf::CHARACTER | leaf::ANY)
        || matches!(effective, leaf::NONE | leaf::UNION | leaf::ANY)
}
