//! Floats of every format: operators, functions, comparisons and casts, on bits.
//!
//! binary32 and binary64 are computed by the processor, which rounds as IEEE 754 asks; the
//! others in software. A NaN that an arithmetic operation makes has sign and payload that
//! IEEE 754 leaves open: such a result is marked, and carries one fixed pattern, so that
//! nothing depends on the processor at hand. All rounding is to nearest, ties to even.

mod cast;
mod decimal;
mod format;
mod native;
mod select;
mod soft;
mod text;

pub use cast::Shrunk;
pub use decimal::Decimal;
pub use format::{Class, Format};

use crate::Compare;

/// An arithmetic operation on two floats of one format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    /// The exact remainder of a division truncated toward zero: the left operand's sign.
    Rem,
}

impl FloatOp {
    pub const ALL: [FloatOp; 5] =
        [FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div, FloatOp::Rem];
}

/// What an operation gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub bits: u128,
    pub open: Open,
}

/// How much of a result IEEE 754 leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// Nothing: the bits are what every implementation gives.
    Nothing,
    /// It is a NaN for certain, but its sign and payload are anyone's choice.
    NanBits,
    /// It is a zero for certain, but its sign is anyone's choice.
    ZeroSign,
}

impl Outcome {
    #[inline]
    pub fn exact(bits: u128) -> Outcome {
        Outcome { bits, open: Open::Nothing }
    }

    #[inline]
    fn nan(format: Format) -> Outcome {
        Outcome { bits: format.preferred_nan(), open: Open::NanBits }
    }

    /// The result of an arithmetic operation.
    #[inline]
    fn arithmetic(format: Format, bits: u128) -> Outcome {
        if format.is_nan(bits) { Outcome::nan(format) } else { Outcome::exact(bits) }
    }
}

/// The ways to round to an integral value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rounding {
    Down,
    Up,
    TowardZero,
    TiesAway,
    TiesEven,
}

impl Rounding {
    pub const ALL: [Rounding; 5] = [
        Rounding::Down,
        Rounding::Up,
        Rounding::TowardZero,
        Rounding::TiesAway,
        Rounding::TiesEven,
    ];
}

impl Format {
    #[inline]
    pub fn binary(self, op: FloatOp, a: u128, b: u128) -> Outcome {
        let bits = match self {
            Format::F32 => native::binary32(op, a, b),
            Format::F64 => native::binary64(op, a, b),
            _ => soft::binary(op, self, a, b),
        };
        Outcome::arithmetic(self, bits)
    }

    /// Nothing equals a NaN or is ordered with it, and the zeros equal each other.
    #[inline]
    pub fn compare(self, op: Compare, a: u128, b: u128) -> bool {
        if self.is_nan(a) || self.is_nan(b) {
            return op == Compare::Ne;
        }
        let equal = a == b || self.equal_magnitudes(a, b);
        match op {
            Compare::Eq => equal,
            Compare::Ne => !equal,
            Compare::Lt => !equal && self.precedes(a, b),
            Compare::Le => equal || self.precedes(a, b),
            Compare::Gt => !equal && self.precedes(b, a),
            Compare::Ge => equal || self.precedes(b, a),
        }
    }

    /// Whether a NaN is among them, so that no order holds.
    #[inline]
    pub fn unordered(self, a: u128, b: u128) -> bool {
        self.is_nan(a) || self.is_nan(b)
    }

    /// Both zero, or the same x87 number in two spellings.
    #[inline]
    fn equal_magnitudes(self, a: u128, b: u128) -> bool {
        let zeros = (self.magnitude(a) | self.magnitude(b)) == 0;
        zeros
            || self == Format::X87
                && self.is_negative(a) == self.is_negative(b)
                && self.to_dense(self.magnitude(a)) == self.to_dense(self.magnitude(b))
    }

    /// The order of all values but NaNs, with -0 before +0.
    #[inline]
    fn precedes(self, a: u128, b: u128) -> bool {
        let (a_abs, b_abs) = (self.to_dense(self.magnitude(a)), self.to_dense(self.magnitude(b)));
        match (self.is_negative(a), self.is_negative(b)) {
            (true, false) => true,
            (false, true) => false,
            (false, false) => a_abs < b_abs,
            (true, true) => b_abs < a_abs,
        }
    }

    /// Only the sign bit changes, of a NaN too.
    #[inline]
    pub const fn neg(self, a: u128) -> u128 {
        a ^ self.sign_mask()
    }

    /// Only the sign bit changes, of a NaN too.
    #[inline]
    pub const fn abs(self, a: u128) -> u128 {
        self.magnitude(a)
    }

    /// The magnitude of `a`, the sign of `b`; exact for NaNs too. Where `b` is a NaN with
    /// open bits, the result's sign is open: that is for the caller to know.
    #[inline]
    pub const fn copysign(self, a: u128, b: u128) -> u128 {
        self.magnitude(a) | b & self.sign_mask()
    }

    /// The square root, correctly rounded.
    #[inline]
    pub fn sqrt(self, a: u128) -> Outcome {
        let bits = match self {
            Format::F32 => native::sqrt32(a),
            Format::F64 => native::sqrt64(a),
            _ => soft::sqrt(self, a),
        };
        Outcome::arithmetic(self, bits)
    }

    /// `a * b + c` with one rounding.
    #[inline]
    pub fn fma(self, a: u128, b: u128, c: u128) -> Outcome {
        let bits = match self {
            Format::F32 => native::fma32(a, b, c),
            Format::F64 => native::fma64(a, b, c),
            _ => soft::fma(self, a, b, c),
        };
        Outcome::arithmetic(self, bits)
    }

    /// To an integral value. A zero result keeps the operand's sign.
    #[inline]
    pub fn round(self, rounding: Rounding, a: u128) -> Outcome {
        let bits = match self {
            Format::F32 => native::round32(rounding, a),
            Format::F64 => native::round64(rounding, a),
            _ => soft::round(rounding, self, a),
        };
        Outcome::arithmetic(self, bits)
    }

    /// The exact remainder of a division rounded to the nearest integer, ties to even.
    pub fn nearest_remainder(self, a: u128, b: u128) -> Outcome {
        Outcome::arithmetic(self, soft::nearest_remainder(self, a, b))
    }

    /// `a * 2^exponent` with one rounding.
    pub fn scale(self, a: u128, exponent: i32) -> Outcome {
        if self.is_nan(a) {
            return Outcome::nan(self);
        }
        if !self.is_finite(a) || self.is_zero(a) {
            return Outcome::exact(a);
        }
        let (significand, own) = self.split(a);
        let scaled = self.nearest(significand, own.saturating_add(exponent), false);
        Outcome::exact(a & self.sign_mask() | scaled)
    }

    /// The exponent of the leading one of a finite number other than zero: 0 for 1.0.
    pub fn exponent(self, a: u128) -> Option<i32> {
        let (significand, exponent) = self.split(a);
        let some = self.is_finite(a) && significand != 0;
        some.then(|| exponent + 127 - significand.leading_zeros() as i32)
    }

    /// The next value toward positive infinity; of the last one, and of a NaN, itself.
    pub fn next_up(self, a: u128) -> u128 {
        if self.is_nan(a) || a == self.infinity() {
            return a;
        }
        let dense = self.to_dense(self.magnitude(a));
        match (self.is_negative(a), dense) {
            (true, 0) => 1,
            (true, _) => self.neg(self.from_dense(dense - 1)),
            (false, _) => self.from_dense(dense + 1),
        }
    }

    /// The next value toward negative infinity; of the last one, and of a NaN, itself.
    pub fn next_down(self, a: u128) -> u128 {
        self.neg(self.next_up(self.neg(a)))
    }
}

#[cfg(test)]
mod tests;
