//! How Miri holds a value while it copies it: as one or two scalars, or as bytes. Only what
//! it says of overlapping copies and of moved arguments depends on it. Follows the layout
//! that rustc chooses, which the language leaves open; nothing else here does.

use crate::layout::{Layout, Shape, TagShape};
use crate::syntax::{AdtDef, Repr};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    Nothing,
    Scalar {
        size: u32,
        float: bool,
    },
    Pair {
        padded: bool,
    },
    /// Also every union: what is in one need not be initialised.
    Memory,
}

/// A field of a variant.
pub struct Part {
    pub passing: Passing,
    /// How many bit patterns are no value of it.
    pub spare: u128,
    pub inhabited: bool,
}

impl Passing {
    /// Whether a value that is in memory is taken out of it as scalars.
    pub fn is_immediate(self) -> bool {
        !matches!(self, Passing::Memory | Passing::Pair { padded: true })
    }

    pub fn of_scalar(layout: &Layout) -> Passing {
        match layout.shape {
            Shape::Wide => Passing::Pair { padded: false },
            Shape::Float(_) => Passing::Scalar { size: layout.size, float: true },
            _ => Passing::Scalar { size: layout.size, float: false },
        }
    }

    fn pair(first: u32, second: u32) -> Passing {
        Passing::Pair { padded: first != second }
    }
}

/// A tuple or struct: what remains when fields without bytes are left out.
pub fn of_record(fields: impl Iterator<Item = Passing>, repr: &Repr) -> Passing {
    let big: Vec<Passing> = fields.filter(|&field| field != Passing::Nothing).collect();
    match big.as_slice() {
        [] => Passing::Nothing,
        _ if repr.packed.is_some() || repr.align.is_some() => Passing::Memory,
        [Passing::Scalar { .. }] if repr.c => Passing::Memory,
        [only] => *only,
        [Passing::Scalar { size: a, .. }, Passing::Scalar { size: b, .. }] => Passing::pair(*a, *b),
        _ => Passing::Memory,
    }
}

/// An enum. Beside a tag, and beside data that tells the variant, other data counts only
/// if every variant has it; else it may be uninitialised, and is copied as bytes.
pub fn of_enum(variants: &[Vec<Part>], tag: TagShape, repr: &Repr) -> Passing {
    let big = |variant: &Vec<Part>| -> Vec<Passing> {
        let all = variant.iter().map(|part| part.passing);
        all.filter(|&passing| passing != Passing::Nothing).collect()
    };
    let fixed = repr.c || repr.int.is_some();
    let absent = |variant: &&Vec<Part>| {
        variant.iter().any(|part| !part.inhabited) && big(variant).is_empty()
    };
    let present: Vec<&Vec<Part>> = variants.iter().filter(|v| fixed || !absent(v)).collect();
    match (tag, present.as_slice()) {
        (TagShape::Uninhabited, _) | (_, []) => return Passing::Nothing,
        (_, [only]) if !fixed => {
            return of_record(only.iter().map(|part| part.passing), &Repr::default());
        }
        _ => {}
    }
    let full: Vec<&Vec<Part>> = present.iter().copied().filter(|v| !big(v).is_empty()).collect();
    match full.as_slice() {
        [] => Passing::Scalar { size: 4, float: false },
        [only] if !fixed && full.len() < present.len() => {
            let others = present.len() as u128 - 1;
            match big(only)[..] {
                [scalar @ Passing::Scalar { .. }]
                    if only.iter().any(|part| part.spare >= others) =>
                {
                    scalar
                }
                _ => Passing::Memory,
            }
        }
        _ => of_tagged(&present.iter().map(|v| big(v)).collect::<Vec<_>>(), repr),
    }
}

/// A tag and the same scalar in every variant.
fn of_tagged(variants: &[Vec<Passing>], repr: &Repr) -> Passing {
    let [Passing::Scalar { size, float }] = variants[0][..] else { return Passing::Memory };
    let same = [Passing::Scalar { size, float }];
    if variants.iter().any(|variant| variant[..] != same) {
        return Passing::Memory;
    }
    // A tag of free choice is as large as what comes after it.
    let tag = match repr.int {
        Some(int) => int.bytes(),
        None if repr.c => 4,
        None => size,
    };
    Passing::pair(tag, size)
}

/// How many bit patterns of an enum are no value, given those of its fields.
pub fn spare_of_enum(def: &AdtDef, inner: u128) -> u128 {
    let variants = def.variants.len() as u128;
    let dataless = def.variants.iter().all(|variant| variant.fields.is_empty());
    if dataless { 256 - variants.min(256) } else { (inner + 1).saturating_sub(variants) }
}
