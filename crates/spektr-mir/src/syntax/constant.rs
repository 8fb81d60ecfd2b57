//! Constants: literals as operands, and trees of them as initial values of items.

use super::{ConstId, FnId, Mutability, StaticId, Ty};

/// A constant operand.
#[derive(Clone, Debug, PartialEq)]
pub enum Const {
    /// A literal of an integer, float, `bool` or `char` type, as bits of that type.
    Scalar { bits: u128, ty: Ty },
    /// `()`
    Unit,
    /// A `const` item by name.
    Named(ConstId),
    /// `Static(NAME)` (`&T`) or `StaticMut(NAME)` (`*mut T`).
    Static(Mutability, StaticId),
    /// A string literal: `&'static str`.
    Str(String),
}

/// The initial value of a `const`, a `static` or an argument of `main`.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstTree {
    Scalar {
        bits: u128,
        ty: Ty,
    },
    /// A NaN whose bits nobody told: in a compiler's text of its own MIR.
    Nan,
    /// Fields of a tuple or struct, elements of an array.
    Fields(Vec<ConstTree>),
    /// `[value; n]`
    Repeat(Box<ConstTree>, u64),
    Variant(u32, Vec<ConstTree>),
    /// The one field of a union that is set.
    Union(u32, Box<ConstTree>),
    /// A function as a function pointer.
    Function(FnId),
    /// `&raw const NAME`, `&raw mut NAME` or `&NAME` of a static.
    StaticAddress(StaticId),
    /// `core::ptr::null()` or `null_mut()`
    Null,
    /// `MaybeUninit::uninit()`
    Uninit,
    Str(String),
}
