//! Numbers as text and as bits of a type. No arithmetic: that is the machine's.

use rustc_apfloat::Float;
use rustc_apfloat::ieee::Double;

use crate::syntax::{Constant, FloatKind};

/// An integer literal (decimal, `u0x…` or `s0x…`) as a constant of `width` bits. Digits that
/// do not fit are cut off, as LLVM does.
pub fn integer(text: &str, width: u32) -> Option<Constant> {
    let limbs = (width as usize).div_ceil(64);
    let mut bits = if let Some(digits) = text.strip_prefix("u0x") {
        from_digits(digits, 16, limbs)?
    } else if let Some(digits) = text.strip_prefix("s0x") {
        sign_extended(digits, limbs)?
    } else {
        let negative = text.starts_with('-');
        let mut bits = from_digits(text.trim_start_matches(['-', '+']), 10, limbs)?;
        if negative {
            negate(&mut bits);
        }
        bits
    };
    if !width.is_multiple_of(64) {
        // There is at least one limb, as widths are not 0.
        bits[limbs - 1] &= (1 << (width % 64)) - 1;
    }
    if width > 128 {
        return Some(Constant::Wide(bits.into()));
    }
    Some(Constant::Int(bits.iter().rev().fold(0, |sum, &limb| (sum << 64) | u128::from(limb))))
}

fn from_digits(digits: &str, radix: u32, limbs: usize) -> Option<Vec<u64>> {
    if digits.is_empty() {
        return None;
    }
    let mut bits = vec![0u64; limbs];
    for digit in digits.chars() {
        let mut carry = u128::from(digit.to_digit(radix)?);
        for limb in &mut bits {
            let sum = u128::from(*limb) * u128::from(radix) + carry;
            *limb = sum as u64;
            carry = sum >> 64;
        }
    }
    Some(bits)
}

/// Hexadecimal digits whose highest set bit is the sign.
fn sign_extended(digits: &str, limbs: usize) -> Option<Vec<u64>> {
    let own = (digits.len() * 4).div_ceil(64).max(limbs);
    let mut bits = from_digits(digits, 16, own)?;
    let top = bits.iter().rposition(|&limb| limb != 0);
    if let Some(top) = top {
        let sign = 63 - bits[top].leading_zeros();
        bits[top] |= (!0u64) << sign;
        bits[top + 1..].fill(!0);
    }
    bits.truncate(limbs);
    Some(bits)
}

fn negate(bits: &mut [u64]) {
    let mut carry = true;
    for limb in bits {
        let (sum, more) = (!*limb).overflowing_add(u64::from(carry));
        *limb = sum;
        carry = more;
    }
}

/// A float literal as the bits of its format; `None` if the format cannot hold it exactly.
pub fn float(text: &str, kind: FloatKind) -> Option<u128> {
    if let Some(hex) = text.strip_prefix("0x") {
        return float_bits(hex, kind);
    }
    let double = text.parse::<Double>().ok()?;
    match kind {
        FloatKind::X86Fp80 | FloatKind::Fp128 | FloatKind::PpcFp128 => None,
        _ => narrow(double.to_bits() as u64, kind),
    }
}

fn float_bits(hex: &str, kind: FloatKind) -> Option<u128> {
    let (digits, written) = match hex.as_bytes().first()? {
        b'K' => (&hex[1..], Some(FloatKind::X86Fp80)),
        b'L' => (&hex[1..], Some(FloatKind::Fp128)),
        b'M' => (&hex[1..], Some(FloatKind::PpcFp128)),
        b'H' => (&hex[1..], Some(FloatKind::Half)),
        b'R' => (&hex[1..], Some(FloatKind::BFloat)),
        _ => (hex, None),
    };
    if digits.is_empty() || digits.len() > 32 {
        return None;
    }
    let value = u128::from_str_radix(digits, 16).ok()?;
    match written {
        Some(written) if written != kind => None,
        // The first sixteen digits are the low half.
        Some(FloatKind::Fp128 | FloatKind::PpcFp128) => Some(swap_halves(digits)?),
        // The first four digits are sign and exponent.
        Some(FloatKind::X86Fp80) => {
            let (high, low) = digits.split_at(digits.len().min(4));
            let low = if low.is_empty() { 0 } else { u64::from_str_radix(low, 16).ok()? };
            Some(u128::from_str_radix(high, 16).ok()? << 64 | u128::from(low))
        }
        Some(_) => (value >> 16 == 0).then_some(value),
        None => narrow(u64::try_from(value).ok()?, kind),
    }
}

/// Sixteen digits for the low half, then those for the high half; fewer are the high half's.
fn swap_halves(digits: &str) -> Option<u128> {
    let (low, high) = if digits.len() < 16 { ("0", digits) } else { digits.split_at(16) };
    let high = if high.is_empty() { 0 } else { u64::from_str_radix(high, 16).ok()? };
    Some(u128::from(high) << 64 | u128::from(u64::from_str_radix(low, 16).ok()?))
}

/// The bits of a double in a narrower format, if nothing is lost. Signaling NaNs stay so.
fn narrow(bits: u64, kind: FloatKind) -> Option<u128> {
    let (exponent_bits, fraction_bits) = match kind {
        FloatKind::Double => return Some(u128::from(bits)),
        FloatKind::Float => (8, 23),
        FloatKind::Half => (5, 10),
        FloatKind::BFloat => (8, 7),
        FloatKind::X86Fp80 | FloatKind::Fp128 | FloatKind::PpcFp128 => return None,
    };
    let sign = (bits >> 63) << (exponent_bits + fraction_bits);
    let exponent = ((bits >> 52) & 0x7ff) as i64;
    let fraction = bits & ((1 << 52) - 1);
    let drop = 52 - fraction_bits;
    let largest = (1i64 << exponent_bits) - 1;
    let bias = largest >> 1;
    let magnitude = if exponent == 0x7ff {
        exact_shift(fraction, drop)? | (largest as u64) << fraction_bits
    } else if exponent == 0 {
        // Doubles below the normal range are below every narrower format.
        if fraction != 0 {
            return None;
        }
        0
    } else {
        let exponent = exponent - 1023 + bias;
        if exponent >= largest {
            return None;
        }
        if exponent > 0 {
            exact_shift(fraction, drop)? | (exponent as u64) << fraction_bits
        } else {
            let shift = drop as i64 + 1 - exponent;
            if shift > 52 {
                return None;
            }
            exact_shift(fraction | 1 << 52, shift as u32)?
        }
    };
    Some(u128::from(sign | magnitude))
}

fn exact_shift(value: u64, by: u32) -> Option<u64> {
    (value.trailing_zeros() >= by).then_some(value >> by)
}

/// The bits of a narrower format as those of a double.
pub fn widen(bits: u128, kind: FloatKind) -> Option<u64> {
    let bits = bits as u64;
    let (exponent_bits, fraction_bits) = match kind {
        FloatKind::Double => return Some(bits),
        FloatKind::Float => (8, 23),
        _ => return None,
    };
    let sign = (bits >> (exponent_bits + fraction_bits)) << 63;
    let largest = (1u64 << exponent_bits) - 1;
    let exponent = (bits >> fraction_bits) & largest;
    let fraction = bits & ((1 << fraction_bits) - 1);
    let bias = largest >> 1;
    let magnitude = if exponent == largest {
        0x7ff << 52 | fraction << (52 - fraction_bits)
    } else if exponent != 0 {
        (exponent + 1023 - bias) << 52 | fraction << (52 - fraction_bits)
    } else if fraction == 0 {
        0
    } else {
        let top = 63 - fraction.leading_zeros();
        let exponent = u64::from(top) + 1024 - bias - fraction_bits;
        exponent << 52 | (fraction << (52 - top)) & ((1 << 52) - 1)
    };
    Some(sign | magnitude)
}

/// A finite double as decimal text that reads back to the same bits, if it is short.
pub fn shortest_double(bits: u64) -> Option<String> {
    let value = f64::from_bits(bits);
    let text = format!("{value:e}");
    if !value.is_finite() || text.len() > 14 {
        return None;
    }
    let (mantissa, exponent) = text.split_once('e')?;
    let point = if mantissa.contains('.') { "" } else { ".0" };
    let sign = if exponent.starts_with('-') { "" } else { "+" };
    Some(format!("{mantissa}{point}e{sign}{exponent}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_every_width() {
        assert_eq!(integer("-1", 8), Some(Constant::Int(255)));
        assert_eq!(integer("256", 8), Some(Constant::Int(0)));
        assert_eq!(integer("u0xFF", 16), Some(Constant::Int(255)));
        assert_eq!(integer("s0xFF", 16), Some(Constant::Int(0xffff)));
        assert_eq!(integer("-1", 130), Some(Constant::Wide([!0, !0, 3].into())));
        assert_eq!(
            integer("340282366920938463463374607431768211456", 129),
            Some(Constant::Wide([0, 0, 1].into()))
        );
    }

    #[test]
    fn floats_that_a_format_cannot_hold_are_refused() {
        assert_eq!(float("1.0", FloatKind::Float), Some(0x3f80_0000));
        assert_eq!(float("0.1", FloatKind::Float), None);
        assert_eq!(float("0x3FF0000000000000", FloatKind::Half), Some(0x3c00));
        assert_eq!(float("0xH3C00", FloatKind::Half), Some(0x3c00));
        assert_eq!(float("0xH3C00", FloatKind::Float), None);
        assert_eq!(
            float("0xK3FFF8000000000000000", FloatKind::X86Fp80),
            Some(0x3fff << 64 | 1 << 63)
        );
        assert_eq!(
            float("0xL00000000000000013FFF000000000000", FloatKind::Fp128),
            Some(0x3fff << 112 | 1)
        );
        assert_eq!(float("0x7FF4000000000000", FloatKind::Float), Some(0x7fa0_0000));
    }

    #[test]
    fn narrow_and_widen_are_inverse_for_floats() {
        for bits in (0..=u32::MAX).step_by(65_521) {
            let wide = widen(u128::from(bits), FloatKind::Float).unwrap();
            if !f32::from_bits(bits).is_nan() {
                assert_eq!(f64::from_bits(wide), f64::from(f32::from_bits(bits)));
            }
            assert_eq!(narrow(wide, FloatKind::Float), Some(u128::from(bits)));
        }
    }
}
