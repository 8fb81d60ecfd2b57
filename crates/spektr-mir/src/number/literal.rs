//! Numbers as Rust source text, and back: exact both ways.
//!
//! What is printed here can stand as an operand in custom MIR and as an expression in
//! ordinary Rust. Which literals a program has, and where, is not known here.

use std::fmt;

use rustc_apfloat::ieee::{Half, Quad};
use rustc_apfloat::{Float, Round};

use super::float::{format, is_finite, is_infinite, is_nan, is_negative, neg};
use super::int as integer;
use crate::syntax::{FloatTy, IntTy};

/// `-5_i32`
pub fn int(ty: IntTy, bits: u128) -> String {
    format!("{}_{}", int_digits(ty, bits), ty.name())
}

/// `-5`
pub fn int_digits(ty: IntTy, bits: u128) -> String {
    if ty.is_signed() { integer::extend(ty, bits).to_string() } else { bits.to_string() }
}

/// The value of an integer literal without its suffix: `1_000`, `-0x7f`, `0b1`, `0o17`.
pub fn parse_int(ty: IntTy, text: &str) -> Result<u128, LiteralError> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits.trim_start()),
        None => (false, text),
    };
    let (radix, digits) = match digits.get(..2) {
        Some("0x") => (16, &digits[2..]),
        Some("0b") => (2, &digits[2..]),
        Some("0o") => (8, &digits[2..]),
        _ => (10, digits),
    };
    let mut value = 0u128;
    let mut any = false;
    for character in digits.chars().filter(|&character| character != '_') {
        let digit = character.to_digit(radix).ok_or(LiteralError::Malformed)?;
        let shifted = value.checked_mul(u128::from(radix)).ok_or(LiteralError::OutOfRange)?;
        value = shifted.checked_add(u128::from(digit)).ok_or(LiteralError::OutOfRange)?;
        any = true;
    }
    if !any {
        return Err(LiteralError::Malformed);
    }
    let limit = if !negative {
        integer::max(ty)
    } else if ty.is_signed() {
        integer::min(ty)
    } else {
        // The compiler has no negation for unsigned types, not even of zero.
        return Err(LiteralError::Malformed);
    };
    match value <= limit {
        true if negative => Ok(integer::neg(ty, value)),
        true => Ok(value),
        false => Err(LiteralError::OutOfRange),
    }
}

/// `1.5_f32`, `f32::NEG_INFINITY`, or for a NaN, where only the bits say which one it is,
/// `const { f32::from_bits(0x7fc00000) }`. The latter also stands for an `f128` far from
/// one: compilers take milliseconds to read thousands of decimal places.
pub fn float(ty: FloatTy, bits: u128) -> String {
    let name = ty.name();
    if is_infinite(ty, bits) {
        let sign = if is_negative(ty, bits) { "NEG_" } else { "" };
        return format!("{name}::{sign}INFINITY");
    }
    match decimal(ty, bits) {
        Some(digits) => format!("{digits}_{name}"),
        None => format!("const {{ {name}::from_bits({bits:#x}) }}"),
    }
}

/// For people: `1.5`, `-inf`, `NaN (0x7fc00000)`.
pub fn float_for_people(ty: FloatTy, bits: u128) -> String {
    if is_nan(ty, bits) {
        format!("NaN ({bits:#x})")
    } else if is_infinite(ty, bits) {
        String::from(if is_negative(ty, bits) { "-inf" } else { "inf" })
    } else {
        decimal(ty, bits).unwrap_or_else(|| hexadecimal(ty, bits))
    }
}

/// Digits that read back as exactly this value; none for NaNs, infinities and those too
/// expensive to read.
fn decimal(ty: FloatTy, bits: u128) -> Option<String> {
    if !is_finite(ty, bits) {
        return None;
    }
    match ty {
        FloatTy::F32 => Some(format!("{:?}", f32::from_bits(bits as u32))),
        FloatTy::F64 => Some(format!("{:?}", f64::from_bits(bits as u64))),
        FloatTy::F16 => shortest_of(&[1, 2, 3, 4, 5], bits, Half::from_bits),
        FloatTy::F128 => {
            let (significand, exponent) = format::split(ty, bits);
            let cheap = significand == 0 || (-400..=200).contains(&exponent);
            if cheap { shortest_of(&[3, 9, 18, 36], bits, Quad::from_bits) } else { None }
        }
    }
}

/// The decimal with the fewest digits, among the counts given, that reads back as `bits`.
fn shortest_of<F: Float>(counts: &[usize], bits: u128, value: fn(u128) -> F) -> Option<String> {
    let value = value(bits);
    counts.iter().find_map(|&count| {
        let digits = format!("{value:.count$}");
        let read = F::from_str_r(&digits, Round::NearestTiesToEven).ok()?;
        // Without a dot or an exponent it would be an integer; that only looks odd.
        let plain = !digits.contains(['.', 'E']);
        let digits = if plain { format!("{digits}.0") } else { digits.replace("E+", "e") };
        (read.value.to_bits() == bits).then(|| digits.replace('E', "e"))
    })
}

/// `0x1.8p0` as C writes it, exact for every finite value.
fn hexadecimal(ty: FloatTy, bits: u128) -> String {
    let (significand, exponent) = format::split(ty, bits);
    let sign = if is_negative(ty, bits) { "-" } else { "" };
    let exponent = exponent + significand.trailing_zeros() as i32 % 128;
    let odd_part = significand >> (significand.trailing_zeros() % 128);
    format!("{sign}{odd_part:#x}p{exponent}")
}

/// The value of a float literal without its suffix, correctly rounded: `1`, `1.`, `1_0.5`,
/// `1.5e-3`, with a minus perhaps.
pub fn parse_float(ty: FloatTy, text: &str) -> Result<u128, LiteralError> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits.trim_start()),
        None => (false, text),
    };
    let digits: String = digits.chars().filter(|&character| character != '_').collect();
    if !is_decimal(&digits) {
        return Err(LiteralError::Malformed);
    }
    if digits.len() > LONGEST_FLOAT {
        return Err(LiteralError::TooLong);
    }
    let parsed = match ty {
        FloatTy::F32 => digits.parse::<f32>().ok().map(|value| u128::from(value.to_bits())),
        FloatTy::F64 => digits.parse::<f64>().ok().map(|value| u128::from(value.to_bits())),
        FloatTy::F16 => soft_parse::<Half>(&digits),
        FloatTy::F128 => soft_parse::<Quad>(&digits),
    };
    let bits = parsed.ok_or(LiteralError::Malformed)?;
    if is_infinite(ty, bits) {
        return Err(LiteralError::OutOfRange);
    }
    Ok(if negative { neg(ty, bits) } else { bits })
}

/// No value needs nearly as many digits; reading them takes time that grows with the square.
const LONGEST_FLOAT: usize = 5_000;

fn soft_parse<F: Float>(digits: &str) -> Option<u128> {
    let nearest = F::from_str_r(digits, Round::NearestTiesToEven).ok()?;
    Some(nearest.value.to_bits())
}

/// Digits, perhaps a dot and more digits, perhaps an exponent.
fn is_decimal(text: &str) -> bool {
    fn digits(text: &str) -> bool {
        text.bytes().all(|byte| byte.is_ascii_digit())
    }
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent_is_fine = exponent.is_none_or(|exponent| {
        let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !unsigned.is_empty() && digits(unsigned)
    });
    !whole.is_empty() && digits(whole) && digits(fraction) && exponent_is_fine
}

/// Why a literal has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiteralError {
    Malformed,
    OutOfRange,
    TooLong,
}

impl fmt::Display for LiteralError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LiteralError::Malformed => "not a literal of this type",
            LiteralError::OutOfRange => "literal out of the type's range",
            LiteralError::TooLong => "literal with too many digits",
        })
    }
}

impl std::error::Error for LiteralError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::interesting;

    /// What [`float`] printed, read again.
    fn read_back(ty: FloatTy, text: &str) -> u128 {
        if let Some(bits) = text.strip_prefix(&format!("const {{ {}::from_bits(0x", ty.name())) {
            return u128::from_str_radix(bits.trim_end_matches(") }"), 16).unwrap_or(0);
        }
        if text == format!("{}::INFINITY", ty.name()) {
            return format::infinity(ty);
        }
        if text == format!("{}::NEG_INFINITY", ty.name()) {
            return neg(ty, format::infinity(ty));
        }
        let digits = text.strip_suffix(&format!("_{}", ty.name()));
        parse_float(ty, digits.expect(text)).expect(text)
    }

    #[test]
    fn floats_survive_print_and_parse() {
        for ty in FloatTy::ALL {
            for bits in interesting::floats(ty) {
                let text = float(ty, bits);
                assert_eq!(read_back(ty, &text), bits, "{text}");
            }
        }
        for bits in 0..=u128::from(u16::MAX) {
            let text = float(FloatTy::F16, bits);
            assert_eq!(read_back(FloatTy::F16, &text), bits, "{text}");
            assert_eq!(text.starts_with("const"), is_nan(FloatTy::F16, bits), "{text}");
        }
    }

    /// A walk through bit patterns that visits all exponents.
    #[test]
    fn random_floats_survive_print_and_parse() {
        for ty in [FloatTy::F32, FloatTy::F64, FloatTy::F128] {
            let mut pattern = 1u128;
            for _ in 0..5_000 {
                pattern = pattern.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645) + 1;
                let bits = pattern >> (128 - ty.bits());
                let text = float(ty, bits);
                assert_eq!(read_back(ty, &text), bits, "{text}");
            }
        }
    }

    #[test]
    fn floats_look_as_one_would_write_them() {
        let printed = |ty, text| float(ty, parse_float(ty, text).expect(text));
        assert_eq!(printed(FloatTy::F32, "1.5"), "1.5_f32");
        assert_eq!(printed(FloatTy::F32, "1e-45"), "1e-45_f32");
        assert_eq!(printed(FloatTy::F64, "-0.0"), "-0.0_f64");
        assert_eq!(printed(FloatTy::F16, "65504"), "6.55e4_f16");
        assert_eq!(printed(FloatTy::F16, "-0"), "-0.0_f16");
        assert_eq!(printed(FloatTy::F128, "0.1"), "0.1_f128");
        assert_eq!(printed(FloatTy::F128, "1e20"), "1.0e20_f128");
        assert_eq!(float(FloatTy::F16, 0x7c00), "f16::INFINITY");
        assert_eq!(float(FloatTy::F32, 0xff80_0000), "f32::NEG_INFINITY");
        assert_eq!(float(FloatTy::F32, 0x7fc0_0001), "const { f32::from_bits(0x7fc00001) }");
        assert_eq!(float(FloatTy::F128, 1), "const { f128::from_bits(0x1) }");
        assert_eq!(float_for_people(FloatTy::F32, 0xffc0_0000), "NaN (0xffc00000)");
        assert_eq!(float_for_people(FloatTy::F32, 0xff80_0000), "-inf");
        assert_eq!(float_for_people(FloatTy::F128, 3), "0x3p-16494");
        assert_eq!(float_for_people(FloatTy::F64, 0), "0.0");
    }

    #[test]
    fn bad_float_literals_have_reasons() {
        let ty = FloatTy::F32;
        for text in ["", "-", ".5", "1e", "1e+", "inf", "NaN", "1.2.3", "0x1", "1f", "+1", "é"] {
            assert_eq!(parse_float(ty, text), Err(LiteralError::Malformed), "{text}");
            assert_eq!(parse_float(FloatTy::F128, text), Err(LiteralError::Malformed), "{text}");
        }
        assert_eq!(parse_float(ty, "1e39"), Err(LiteralError::OutOfRange));
        assert_eq!(parse_float(FloatTy::F16, "65520"), Err(LiteralError::OutOfRange));
        assert_eq!(parse_float(FloatTy::F16, "65519.99"), Ok(0x7bff));
        assert_eq!(parse_float(FloatTy::F128, "1e9999999999"), Err(LiteralError::OutOfRange));
        assert_eq!(parse_float(FloatTy::F128, "1e-9999999999"), Ok(0));
        assert_eq!(parse_float(ty, &"1".repeat(10_000)), Err(LiteralError::TooLong));
        assert_eq!(parse_float(ty, "1_0.2_5e-0_1"), Ok(u128::from(1.025f32.to_bits())));
        assert_eq!(parse_float(ty, "1."), Ok(u128::from(1f32.to_bits())));
    }

    #[test]
    fn ints_survive_print_and_parse() {
        for ty in IntTy::ALL {
            for bits in interesting::ints(ty) {
                assert_eq!(parse_int(ty, &int_digits(ty, bits)), Ok(bits));
                assert_eq!(int(ty, bits), format!("{}_{}", int_digits(ty, bits), ty.name()));
                if !integer::is_negative(ty, bits) {
                    assert_eq!(parse_int(ty, &format!("{bits:#x}")), Ok(bits));
                    assert_eq!(parse_int(ty, &format!("{bits:#b}")), Ok(bits));
                    assert_eq!(parse_int(ty, &format!("{bits:#o}")), Ok(bits));
                }
            }
        }
        assert_eq!(int(IntTy::I8, 0x80), "-128_i8");
        assert_eq!(parse_int(IntTy::I8, "128"), Err(LiteralError::OutOfRange));
        assert_eq!(parse_int(IntTy::I8, "- 1_2_8"), Ok(0x80));
        assert_eq!(parse_int(IntTy::U8, "-1"), Err(LiteralError::Malformed));
        for text in ["", "_", "0x", "0b2", "1e3", "é", "0é", "--1"] {
            assert_eq!(parse_int(IntTy::I64, text), Err(LiteralError::Malformed), "{text}");
        }
        let huge = "9".repeat(50);
        assert_eq!(parse_int(IntTy::U128, &huge), Err(LiteralError::OutOfRange));
    }
}
