//! Floats of every width: operators, intrinsics and casts, on bits.
//!
//! `f32` and `f64` are computed by the processor, which rounds as IEEE 754 and Rust ask;
//! `f16` and `f128` in software. A NaN that an arithmetic operation makes has sign and
//! payload that Rust leaves open: such a result is marked, and carries one fixed pattern,
//! so that nothing depends on the processor at hand.

mod cast;
pub(super) mod format;
mod native;
mod soft;

pub use cast::{from_int, resize, to_int, to_int_unchecked};
pub use format::{is_finite, is_infinite, is_nan, is_negative, preferred_nan};

use crate::syntax::{BinOp, FloatTy};
use format::{magnitude, sign_mask};

/// What an operation gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub bits: u128,
    pub open: Open,
}

/// How much of a result the language leaves open.
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
    fn exact(bits: u128) -> Outcome {
        Outcome { bits, open: Open::Nothing }
    }

    #[inline]
    fn nan(ty: FloatTy) -> Outcome {
        Outcome { bits: preferred_nan(ty), open: Open::NanBits }
    }

    /// The result of an arithmetic operation.
    #[inline]
    fn arithmetic(ty: FloatTy, bits: u128) -> Outcome {
        if is_nan(ty, bits) { Outcome::nan(ty) } else { Outcome::exact(bits) }
    }
}

/// `a op b`; a comparison gives 0 or 1. Bitwise operators and shifts are none of floats.
#[inline]
pub fn binary(op: BinOp, ty: FloatTy, a: u128, b: u128) -> Outcome {
    if op.is_comparison() {
        return Outcome::exact(u128::from(compare(op, ty, a, b)));
    }
    let bits = match ty {
        FloatTy::F32 => native::binary32(op, a, b),
        FloatTy::F64 => native::binary64(op, a, b),
        FloatTy::F16 | FloatTy::F128 => soft::binary(op, ty, a, b),
    };
    Outcome::arithmetic(ty, bits)
}

/// A comparison operator. Nothing equals a NaN, and the zeros equal each other.
#[inline]
pub fn compare(op: BinOp, ty: FloatTy, a: u128, b: u128) -> bool {
    if is_nan(ty, a) || is_nan(ty, b) {
        return op == BinOp::Ne;
    }
    let equal = a == b || (magnitude(ty, a) | magnitude(ty, b)) == 0;
    match op {
        BinOp::Eq => equal,
        BinOp::Ne => !equal,
        BinOp::Lt => !equal && precedes(ty, a, b),
        BinOp::Le => equal || precedes(ty, a, b),
        BinOp::Gt => !equal && precedes(ty, b, a),
        BinOp::Ge => equal || precedes(ty, b, a),
        _ => unreachable!("{op:?} is not a comparison"),
    }
}

/// The order of all values but NaNs, with -0 before +0.
#[inline]
fn precedes(ty: FloatTy, a: u128, b: u128) -> bool {
    let (a_abs, b_abs) = (magnitude(ty, a), magnitude(ty, b));
    match (is_negative(ty, a), is_negative(ty, b)) {
        (true, false) => true,
        (false, true) => false,
        (false, false) => a_abs < b_abs,
        (true, true) => b_abs < a_abs,
    }
}

/// `-a`: only the sign bit changes, of a NaN too.
#[inline]
pub fn neg(ty: FloatTy, a: u128) -> u128 {
    a ^ sign_mask(ty)
}

/// `fabs`: only the sign bit changes, of a NaN too.
#[inline]
pub fn abs(ty: FloatTy, a: u128) -> u128 {
    magnitude(ty, a)
}

/// `copysign`: the magnitude of `a`, the sign of `b`; exact for NaNs too. Where `b` is a
/// NaN with open bits, the result's sign is open: that is for the caller to know.
#[inline]
pub fn copysign(ty: FloatTy, a: u128, b: u128) -> u128 {
    magnitude(ty, a) | b & sign_mask(ty)
}

/// `sqrt`, correctly rounded.
#[inline]
pub fn sqrt(ty: FloatTy, a: u128) -> Outcome {
    let bits = match ty {
        FloatTy::F32 => native::sqrt32(a),
        FloatTy::F64 => native::sqrt64(a),
        FloatTy::F16 | FloatTy::F128 => soft::sqrt(ty, a),
    };
    Outcome::arithmetic(ty, bits)
}

/// `fma`: `a * b + c` with one rounding.
#[inline]
pub fn fma(ty: FloatTy, a: u128, b: u128, c: u128) -> Outcome {
    let bits = match ty {
        FloatTy::F32 => native::fma32(a, b, c),
        FloatTy::F64 => native::fma64(a, b, c),
        FloatTy::F16 | FloatTy::F128 => soft::fma(ty, a, b, c),
    };
    Outcome::arithmetic(ty, bits)
}

/// The ways to round to an integral value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// `floor`
    Down,
    /// `ceil`
    Up,
    /// `trunc`
    TowardZero,
    /// `round`
    TiesAway,
    /// `round_ties_even`
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

/// `floor`, `ceil`, `trunc`, `round` and `round_ties_even`. A zero result keeps the
/// operand's sign.
#[inline]
pub fn round(rounding: Rounding, ty: FloatTy, a: u128) -> Outcome {
    let bits = match ty {
        FloatTy::F32 => native::round32(rounding, a),
        FloatTy::F64 => native::round64(rounding, a),
        FloatTy::F16 | FloatTy::F128 => soft::round(rounding, ty, a),
    };
    Outcome::arithmetic(ty, bits)
}

/// `minnum`: of a number and a NaN, quiet or not, the number. Which of two zeros is left
/// open.
#[inline]
pub fn minnum(ty: FloatTy, a: u128, b: u128) -> Outcome {
    number_of(ty, a, b, precedes(ty, b, a))
}

/// `maxnum`: as [`minnum`].
#[inline]
pub fn maxnum(ty: FloatTy, a: u128, b: u128) -> Outcome {
    number_of(ty, a, b, precedes(ty, a, b))
}

#[inline]
fn number_of(ty: FloatTy, a: u128, b: u128, take_b: bool) -> Outcome {
    match (is_nan(ty, a), is_nan(ty, b)) {
        (true, true) => Outcome::nan(ty),
        (true, false) => Outcome::exact(b),
        (false, true) => Outcome::exact(a),
        (false, false) if a != b && (magnitude(ty, a) | magnitude(ty, b)) == 0 => {
            Outcome { bits: 0, open: Open::ZeroSign }
        }
        (false, false) => Outcome::exact(if take_b { b } else { a }),
    }
}

/// `minimum`: a NaN wins, and -0 is below +0.
#[inline]
pub fn minimum(ty: FloatTy, a: u128, b: u128) -> Outcome {
    if is_nan(ty, a) || is_nan(ty, b) {
        return Outcome::nan(ty);
    }
    Outcome::exact(if precedes(ty, b, a) { b } else { a })
}

/// `maximum`: a NaN wins, and +0 is above -0.
#[inline]
pub fn maximum(ty: FloatTy, a: u128, b: u128) -> Outcome {
    if is_nan(ty, a) || is_nan(ty, b) {
        return Outcome::nan(ty);
    }
    Outcome::exact(if precedes(ty, a, b) { b } else { a })
}

#[cfg(test)]
mod tests;
