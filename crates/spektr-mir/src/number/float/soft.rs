//! `f16` and `f128` in software: `rustc_apfloat` where it has the operation, integer
//! arithmetic for the remainder and the square root. Every function works for all four
//! formats, so that tests can hold it against the processor. The bits of a NaN made here
//! mean nothing.

use rustc_apfloat::Float;
use rustc_apfloat::ieee::{Double, Half, Quad, Single};

use super::Rounding;
use super::format::{
    bias, exponent_limit, fraction_bits, infinity, is_infinite, is_nan, is_negative, join,
    magnitude, preferred_nan, sign_mask, split,
};
use crate::syntax::{BinOp, FloatTy};

/// Evaluates an expression with `$float` being the software float of the format.
macro_rules! with_float {
    ($ty:expr, $float:ident => $body:expr) => {
        match $ty {
            FloatTy::F16 => {
                type $float = Half;
                $body
            }
            FloatTy::F32 => {
                type $float = Single;
                $body
            }
            FloatTy::F64 => {
                type $float = Double;
                $body
            }
            FloatTy::F128 => {
                type $float = Quad;
                $body
            }
        }
    };
}
pub(super) use with_float;

pub fn binary(op: BinOp, ty: FloatTy, a: u128, b: u128) -> u128 {
    if op == BinOp::Rem {
        return remainder(ty, a, b);
    }
    with_float!(ty, F => {
        let (a, b) = (F::from_bits(a), F::from_bits(b));
        let result = match op {
            BinOp::Add => a + b,
            BinOp::Sub => a - b,
            BinOp::Mul => a * b,
            BinOp::Div => a / b,
            _ => unreachable!("{op:?} is not float arithmetic"),
        };
        result.value.to_bits()
    })
}

pub fn fma(ty: FloatTy, a: u128, b: u128, c: u128) -> u128 {
    with_float!(ty, F => {
        F::from_bits(a).mul_add(F::from_bits(b), F::from_bits(c)).value.to_bits()
    })
}

pub fn round(rounding: Rounding, ty: FloatTy, a: u128) -> u128 {
    let direction = match rounding {
        Rounding::Down => rustc_apfloat::Round::TowardNegative,
        Rounding::Up => rustc_apfloat::Round::TowardPositive,
        Rounding::TowardZero => rustc_apfloat::Round::TowardZero,
        Rounding::TiesAway => rustc_apfloat::Round::NearestTiesToAway,
        Rounding::TiesEven => rustc_apfloat::Round::NearestTiesToEven,
    };
    with_float!(ty, F => F::from_bits(a).round_to_integral(direction).value.to_bits())
}

/// `a % b`, always exact: the sign of `a`, a magnitude below that of `b`.
fn remainder(ty: FloatTy, a: u128, b: u128) -> u128 {
    let undefined = is_nan(ty, a) || is_nan(ty, b) || is_infinite(ty, a) || magnitude(ty, b) == 0;
    if undefined {
        return preferred_nan(ty);
    }
    if magnitude(ty, a) < magnitude(ty, b) {
        return a;
    }
    let (mut rest, mut exponent) = split(ty, a);
    let (divisor, divisor_exponent) = split(ty, b);
    rest %= divisor;
    // Long division: a significand has at most 113 bits, so fifteen more always fit.
    while exponent > divisor_exponent && rest != 0 {
        let step = (exponent - divisor_exponent).min(15);
        rest = (rest << step) % divisor;
        exponent -= step;
    }
    a & sign_mask(ty) | join(ty, rest, divisor_exponent)
}

/// The square root, correctly rounded, digit by digit.
pub fn sqrt(ty: FloatTy, a: u128) -> u128 {
    if magnitude(ty, a) == 0 || a == infinity(ty) {
        return a;
    }
    if is_nan(ty, a) || is_negative(ty, a) {
        return preferred_nan(ty);
    }
    let (significand, exponent) = split(ty, a);
    // As far to the left as leaves the exponent even: the root halves it.
    let mut shift = significand.leading_zeros() as i32;
    shift -= (exponent - shift) & 1;
    let (digits, exponent) = (significand << shift, exponent - shift);

    // One bit more than the result has, and whether anything is left below.
    let wanted = fraction_bits(ty) + 2;
    let (mut root, mut rest) = (0u128, 0u128);
    for step in 0..wanted {
        let pair = if step < 64 { digits >> (126 - 2 * step) & 3 } else { 0 };
        rest = rest << 2 | pair;
        let candidate = root << 2 | 1;
        root <<= 1;
        if rest >= candidate {
            rest -= candidate;
            root |= 1;
        }
    }
    // The first pair holds a one, so `root` starts with a one: it is normal. The value is
    // `root * 2^(exponent/2 + 64 - wanted)`.
    let low_bits_left = rest != 0 || below(digits, wanted);
    let rounded = (root >> 1) + u128::from(root & 1 != 0 && (low_bits_left || root & 2 != 0));
    let biased = exponent / 2 + 64 - 1 + bias(ty);
    debug_assert!(biased > 0 && (biased as u32) < exponent_limit(ty));
    // Adding carries into the exponent, should rounding have reached a power of two.
    ((biased as u128 - 1) << fraction_bits(ty)) + rounded
}

/// Whether `digits` has ones beyond its first `pairs` pairs of bits.
fn below(digits: u128, pairs: u32) -> bool {
    pairs < 64 && digits << (2 * pairs) != 0
}
