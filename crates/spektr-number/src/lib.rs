//! Exact numbers for every abstract machine: integers by width and sign, integers of any
//! width, floats of every format, and their text.
//!
//! A number is its bits, zero above the width of its type. Nothing here knows a language,
//! memory or undefined behaviour: where an operation has no result there is a [`Fault`],
//! where IEEE 754 leaves bits open the result says so, and the machine decides what
//! follows.
//!
//! ```
//! use spektr_number::{Compare, Fault, Format, Int, IntOp};
//! let i8 = Int::signed(8);
//! assert_eq!(i8.binary(IntOp::Add, 0x7f, 1), Ok(0x80));
//! assert_eq!(i8.overflowing_add(0x7f, 1), (0x80, true));
//! assert_eq!(i8.binary(IntOp::Div, 0x80, 0xff), Err(Fault::DivisionOverflow));
//! assert!(i8.compare(Compare::Lt, 0x80, 0x7f));
//! assert_eq!(Format::F32.from_int(i8, 0xff), u128::from((-1f32).to_bits()));
//! ```

pub mod big;
pub mod float;
pub mod int;
pub mod interesting;

pub use big::Big;
pub use float::{Class, FloatOp, Format, Open, Outcome, Rounding};
pub use int::{Int, IntOp};

use std::fmt;

/// A comparison of two numbers of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Compare {
    pub const ALL: [Compare; 6] =
        [Compare::Eq, Compare::Ne, Compare::Lt, Compare::Le, Compare::Gt, Compare::Ge];

    /// What the comparison says of operands in this order.
    #[inline]
    pub fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Compare::Eq => order.is_eq(),
            Compare::Ne => order.is_ne(),
            Compare::Lt => order.is_lt(),
            Compare::Le => order.is_le(),
            Compare::Gt => order.is_gt(),
            Compare::Ge => order.is_ge(),
        }
    }
}

/// Why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    DivisionByZero,
    RemainderByZero,
    /// The smallest value divided by -1.
    DivisionOverflow,
    /// The remainder of the smallest value by -1.
    RemainderOverflow,
    /// Addition, subtraction or multiplication beyond the type's range, where that was
    /// promised not to happen.
    Overflow,
    /// A shift by a negative amount or by the width or more, where that was promised not
    /// to happen.
    ShiftOutOfRange,
    /// A division promised to be exact leaves a remainder.
    InexactDivision,
    /// Operands promised to have no bit in common have one.
    SharedBits,
    /// A count of leading or trailing zeros of zero, where that was promised not to happen.
    CountOfZero,
    /// A NaN, an infinity or a value beyond the integer type it should become.
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

/// Why a text is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextError {
    Malformed,
    OutOfRange,
    TooLong,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TextError::Malformed => "not a number of this type",
            TextError::OutOfRange => "number out of the type's range",
            TextError::TooLong => "number with too many digits",
        })
    }
}

impl std::error::Error for TextError {}
