//! The pure arithmetic of the MIR machine: what operators, casts and intrinsics compute.
//!
//! A number is its bits in a `u128`, zero above the width of its type. Nothing here knows
//! memory, programs or undefined behaviour: where an operation has no result there is a
//! [`Fault`], where the language leaves bits open the result says so, and the machine
//! decides what follows.

pub mod float;
pub mod int;
pub mod interesting;
pub mod literal;

use std::fmt;

/// Why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    DivisionByZero,
    RemainderByZero,
    /// `MIN / -1`
    DivisionOverflow,
    /// `MIN % -1`
    RemainderOverflow,
    /// `unchecked_add`, `unchecked_sub` or `unchecked_mul` beyond the type's range.
    Overflow,
    /// `unchecked_shl` or `unchecked_shr` by a negative amount or by the width or more.
    ShiftOutOfRange,
    /// `exact_div` with a remainder.
    InexactDivision,
    /// `disjoint_bitor` of operands that share a bit.
    SharedBits,
    /// `ctlz_nonzero` or `cttz_nonzero` of zero.
    CountOfZero,
    /// `float_to_int_unchecked` of a NaN, an infinity or a value beyond the integer type.
    FloatOutOfRange,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::DivisionByZero => "division by zero",
            Fault::RemainderByZero => "remainder of a division by zero",
            Fault::DivisionOverflow => "division of the smallest value by -1 overflows",
            Fault::RemainderOverflow => "remainder of the smallest value by -1 overflows",
            Fault::Overflow => "unchecked arithmetic overflows",
            Fault::ShiftOutOfRange => "unchecked shift by the type's width or more",
            Fault::InexactDivision => "exact division leaves a remainder",
            Fault::SharedBits => "disjoint operands share a set bit",
            Fault::CountOfZero => "zero where a non-zero value was promised",
            Fault::FloatOutOfRange => "float does not fit the integer type",
        })
    }
}

impl std::error::Error for Fault {}
