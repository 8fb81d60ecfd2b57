//! Values as the machine knows them: scalars, pointers, and what a pointer may reach.
//! Knows nothing of memory contents or statements.

pub use spektr_memory::AllocId;

use crate::borrow::Tag;
use crate::syntax::{FnId, Ty};

/// What the bytes around a pointer are promised to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// One run of bytes at promised places: any step within it is meaningful.
    Bytes,
    /// Neighbours of one opaque type: only whole steps of that type are meaningful.
    Opaque(Ty),
}

/// The part of its allocation that a pointer may walk over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Region {
    pub start: u32,
    pub end: u32,
    /// The alignment that the start is promised to have.
    pub align: u32,
    pub element: Element,
}

/// A pointer with provenance. The offset counts virtual bytes from the allocation's start
/// and may lie outside the region: then it may only come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer {
    pub alloc: AllocId,
    pub tag: Tag,
    pub offset: i64,
    pub region: Region,
}

/// A primitive value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// Known bits, zero above the width of the type; of a pointer, its address.
    Bits(u128),
    /// A float that is a NaN for certain, with sign and payload that the language leaves open.
    Nan,
    /// A value that exists but that the language leaves open, such as an address.
    Indeterminate,
    Pointer(Pointer),
    Function(FnId),
}

impl Scalar {
    #[inline]
    pub fn bits(self) -> Option<u128> {
        match self {
            Scalar::Bits(bits) => Some(bits),
            _ => None,
        }
    }
}

impl From<bool> for Scalar {
    fn from(value: bool) -> Scalar {
        Scalar::Bits(u128::from(value))
    }
}

/// A value small enough to be held outside memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Immediate {
    Scalar(Scalar),
    /// A pointer to a slice or `str`, and its length.
    Wide(Scalar, Scalar),
}

impl Immediate {
    /// The scalar, or the address of a wide pointer.
    #[inline]
    pub fn first(self) -> Scalar {
        match self {
            Immediate::Scalar(scalar) | Immediate::Wide(scalar, _) => scalar,
        }
    }
}

impl From<Scalar> for Immediate {
    fn from(scalar: Scalar) -> Immediate {
        Immediate::Scalar(scalar)
    }
}
