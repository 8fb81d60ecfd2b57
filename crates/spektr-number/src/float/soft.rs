//! Floats in software: `rustc_apfloat` where it has the operation, integer arithmetic for
//! the remainder and the square root. Every function works for all formats, so that tests
//! can hold it against the processor. The bits of a NaN made here mean nothing.

use rustc_apfloat::Float;

use super::{FloatOp, Format, Rounding};

/// Evaluates an expression with `$float` being the software float of the format.
macro_rules! with_float {
    ($format:expr, $float:ident => $body:expr) => {
        match $format {
            Format::F16 => {
                type $float = rustc_apfloat::ieee::Half;
                $body
            }
            Format::BF16 => {
                type $float = rustc_apfloat::ieee::BFloat;
                $body
            }
            Format::F32 => {
                type $float = rustc_apfloat::ieee::Single;
                $body
            }
            Format::F64 => {
                type $float = rustc_apfloat::ieee::Double;
                $body
            }
            Format::X87 => {
                type $float = rustc_apfloat::ieee::X87DoubleExtended;
                $body
            }
            Format::F128 => {
                type $float = rustc_apfloat::ieee::Quad;
                $body
            }
        }
    };
}
pub(super) use with_float;

pub fn binary(op: FloatOp, format: Format, a: u128, b: u128) -> u128 {
    with_float!(format, F => {
        let (x, y) = (F::from_bits(a), F::from_bits(b));
        let result = match op {
            FloatOp::Add => x + y,
            FloatOp::Sub => x - y,
            FloatOp::Mul => x * y,
            FloatOp::Div => x / y,
            FloatOp::Rem => return remainder(format, a, b),
        };
        result.value.to_bits()
    })
}

pub fn fma(format: Format, a: u128, b: u128, c: u128) -> u128 {
    with_float!(format, F => {
        F::from_bits(a).mul_add(F::from_bits(b), F::from_bits(c)).value.to_bits()
    })
}

pub fn round(rounding: Rounding, format: Format, a: u128) -> u128 {
    let direction = match rounding {
        Rounding::Down => rustc_apfloat::Round::TowardNegative,
        Rounding::Up => rustc_apfloat::Round::TowardPositive,
        Rounding::TowardZero => rustc_apfloat::Round::TowardZero,
        Rounding::TiesAway => rustc_apfloat::Round::NearestTiesToAway,
        Rounding::TiesEven => rustc_apfloat::Round::NearestTiesToEven,
    };
    with_float!(format, F => F::from_bits(a).round_to_integral(direction).value.to_bits())
}

/// Whether `a / b` has no remainder that is a number.
fn has_no_remainder(format: Format, a: u128, b: u128) -> bool {
    format.unordered(a, b) || format.is_infinite(a) || format.is_zero(b)
}

/// `a % b`, always exact: the sign of `a`, a magnitude below that of `b`.
fn remainder(format: Format, a: u128, b: u128) -> u128 {
    if has_no_remainder(format, a, b) {
        return format.preferred_nan();
    }
    if format.is_infinite(b) {
        return a;
    }
    let (rest, exponent, _) = long_division(format, a, b);
    a & format.sign_mask() | format.join(rest, exponent)
}

/// As [`remainder`], of a quotient rounded to the nearest integer, ties to even.
pub fn nearest_remainder(format: Format, a: u128, b: u128) -> u128 {
    if has_no_remainder(format, a, b) {
        return format.preferred_nan();
    }
    if format.is_infinite(b) {
        return a;
    }
    let sign = a & format.sign_mask();
    let (rest, exponent, odd) = long_division(format, a, b);
    let rest = format.join(rest, exponent);
    // The rest is at most half of the divisor, or what is missing to the whole is nearer.
    let divisor = format.abs(b);
    let missing = binary(FloatOp::Sub, format, divisor, rest);
    let larger = |a, b| format.compare(crate::Compare::Gt, a, b);
    match larger(rest, missing) || !larger(missing, rest) && odd {
        true if rest != 0 => missing ^ sign ^ format.sign_mask(),
        _ => rest | sign,
    }
}

/// The remainder of two magnitudes as significand and exponent, and whether the quotient is
/// odd.
fn long_division(format: Format, a: u128, b: u128) -> (u128, i32, bool) {
    let (mut rest, mut exponent) = format.split(a);
    let (mut divisor, mut divisor_exponent) = format.split(b);
    // A divisor of higher exponent has low zeros, or the dividend is smaller anyway.
    if divisor_exponent > exponent {
        let shift = (divisor_exponent - exponent).min(divisor.leading_zeros() as i32);
        divisor <<= shift;
        divisor_exponent -= shift;
        if divisor_exponent > exponent {
            return (rest, exponent, false);
        }
    }
    let mut odd = (rest / divisor) & 1 != 0;
    rest %= divisor;
    // A significand that takes part has at most 113 bits, so fifteen more always fit.
    while exponent > divisor_exponent {
        if rest == 0 {
            return (0, divisor_exponent, false);
        }
        let step = (exponent - divisor_exponent).min(15);
        odd = ((rest << step) / divisor) & 1 != 0;
        rest = (rest << step) % divisor;
        exponent -= step;
    }
    (rest, divisor_exponent, odd)
}

/// The square root, correctly rounded, digit by digit.
pub fn sqrt(format: Format, a: u128) -> u128 {
    if format.is_zero(a) || a == format.infinity() {
        return a;
    }
    if format.is_nan(a) || format.is_negative(a) {
        return format.preferred_nan();
    }
    let (significand, exponent) = format.split(a);
    // As far to the left as leaves the exponent even: the root halves it.
    let mut shift = significand.leading_zeros() as i32;
    shift -= (exponent - shift) & 1;
    let (digits, exponent) = (significand << shift, exponent - shift);

    // One bit more than the result has, and whether anything is left below.
    let wanted = format.fraction_bits() + 2;
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
    // The first pair holds a one, so `root` starts with a one. The value is
    // `root * 2^(exponent/2 + 64 - wanted)`.
    let more = rest != 0 || below(digits, wanted);
    format.nearest(root, exponent / 2 + 64 - wanted as i32, more)
}

/// Whether `digits` has ones beyond its first `pairs` pairs of bits.
fn below(digits: u128, pairs: u32) -> bool {
    pairs < 64 && digits << (2 * pairs) != 0
}
