//! What the spellings of constants and string literals mean (6.4.4, 6.4.5).

use crate::constant;
use crate::types::{FloatKind, IntKind, Ty, Types};

/// A numeric constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    Int(u128, IntKind),
    Float(u128, FloatKind),
}

/// Reads a preprocessing number as a constant.
pub fn number(text: &str) -> Result<Number, String> {
    let lower = text.to_ascii_lowercase();
    let hex = lower.starts_with("0x");
    let floating = lower.contains('.')
        || if hex { lower.contains('p') } else { !lower.starts_with("0b") && lower.contains('e') };
    if floating { float(text, &lower, hex) } else { int(text, &lower) }
}

fn float(text: &str, lower: &str, hex: bool) -> Result<Number, String> {
    let digits = |c: char| {
        c.is_ascii_digit() || matches!(c, '.' | '+' | '-') || (hex && c.is_ascii_hexdigit())
    };
    // Letters belong to the number up to its exponent, and to the suffix after the digits of it.
    let marker = if hex { 'p' } else { 'e' };
    let mantissa = if hex { 2 } else { 0 };
    let end = match lower[mantissa..].find(marker) {
        Some(at) => {
            let exponent = mantissa + at + 1;
            let rest = &lower[exponent..];
            exponent
                + rest
                    .find(|c: char| !(c.is_ascii_digit() || "+-".contains(c)))
                    .unwrap_or(rest.len())
        }
        None => mantissa + lower[mantissa..].find(|c| !digits(c)).unwrap_or(lower.len() - mantissa),
    };
    let kind = match &lower[end..] {
        "" | "f64" | "f32x" => FloatKind::Double,
        "f" | "f32" => FloatKind::Float,
        "l" | "w" | "f64x" => FloatKind::LongDouble,
        "q" | "f128" => FloatKind::Float128,
        "df" | "dd" | "dl" => {
            return Err(format!("`{text}`: decimal floating types are not understood"));
        }
        "i" | "j" | "if" | "fi" | "il" | "li" | "jf" | "fj" => {
            return Err(format!("`{text}`: complex numbers are not understood"));
        }
        _ => return Err(format!("`{text}` is no number")),
    };
    let bits = constant::parse_float(kind, &text[..end]);
    bits.map(|bits| Number::Float(bits, kind)).map_err(|_| format!("`{text}` is no number"))
}

fn int(text: &str, lower: &str) -> Result<Number, String> {
    let (radix, digits) = if let Some(digits) = lower.strip_prefix("0x") {
        (16, digits)
    } else if let Some(digits) = lower.strip_prefix("0b") {
        (2, digits)
    } else if lower.len() > 1 && lower.starts_with('0') {
        (8, &lower[1..])
    } else {
        (10, lower)
    };
    let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    let (unsigned, longs) = match suffix {
        "" => (false, 0),
        "u" => (true, 0),
        "l" => (false, 1),
        "ul" | "lu" => (true, 1),
        "ll" => (false, 2),
        "ull" | "llu" => (true, 2),
        "i" | "j" => return Err(format!("`{text}`: complex numbers are not understood")),
        _ => return Err(format!("`{text}` is no number")),
    };
    // `0` alone, `0u` and the like have no digits behind the prefix of octal numbers.
    let value =
        if digits.is_empty() && radix == 8 { Ok(0) } else { u128::from_str_radix(digits, radix) };
    let Ok(value) = value else { return Err(format!("`{text}` is no number, or too large a one")) };
    let kind = int_type(value, radix == 10, unsigned, longs);
    kind.map(|kind| Number::Int(value, kind)).ok_or(format!("`{text}` is too large for an integer"))
}

/// The first type of the list in 6.4.4.1p5 that can hold the value.
fn int_type(value: u128, decimal: bool, unsigned: bool, longs: u32) -> Option<IntKind> {
    use IntKind::{Int, Long, LongLong, UInt, ULong, ULongLong};
    [(0, Int, UInt), (1, Long, ULong), (2, LongLong, ULongLong)]
        .into_iter()
        .filter(|(rank, ..)| *rank >= longs)
        .flat_map(|(_, signed, other)| {
            let signed = (!unsigned).then_some(signed);
            signed.into_iter().chain((unsigned || !decimal).then_some(other))
        })
        .find(|kind| value <= u128::MAX >> (128 - kind.bits() + u32::from(kind.is_signed())))
}

/// A character constant: its bits and type.
pub fn character(text: &str) -> Result<(u128, Ty), String> {
    let (prefix, units) = units_of(text)?;
    let ty = element(prefix);
    let kind = match prefix {
        "" => IntKind::Char,
        "L" => IntKind::Int,
        "u" => IntKind::UShort,
        _ => IntKind::UInt,
    };
    match (units.as_slice(), prefix) {
        ([], _) => Err("an empty character constant".to_string()),
        // 6.4.4.4p10: an `int` with the value of a `char`.
        ([unit], "") => {
            Ok((IntKind::Int.truncate(kind.value(u128::from(*unit)) as u128), Types::INT))
        }
        ([unit], _) => Ok((kind.truncate(u128::from(*unit)), ty)),
        // Implementation-defined; gcc and clang put the first character highest.
        (units, "") if units.len() <= 4 => {
            let value = units.iter().fold(0, |value, unit| value << 8 | u128::from(*unit));
            Ok((IntKind::Int.truncate(value), Types::INT))
        }
        _ => Err(format!("{text} has too many characters")),
    }
}

/// The element type of a literal with this prefix.
pub fn element(prefix: &str) -> Ty {
    match prefix {
        "L" => Types::INT,
        "u" => Types::int(IntKind::UShort),
        "U" => Types::UINT,
        _ => Types::CHAR,
    }
}

/// A quoted literal as its prefix and the units that its elements have.
pub fn units_of(text: &str) -> Result<(&'static str, Vec<u32>), String> {
    let quote = text.find(['"', '\'']).ok_or("no literal")?;
    let prefix = match &text[..quote] {
        "L" => "L",
        "u" => "u",
        "U" => "U",
        "u8" => "u8",
        _ => "",
    };
    let inner = &text[quote + 1..text.len() - 1];
    let mut units = Vec::new();
    let mut chars = inner.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            encode(c, prefix, &mut units);
            continue;
        }
        match chars.next() {
            Some('\n') => {}
            Some('x') => {
                let digits = take(&mut chars, 16, usize::MAX);
                units.push(unit(&digits, 16, prefix)?);
            }
            Some(digit @ '0'..='7') => {
                let digits = format!("{digit}{}", take(&mut chars, 8, 2));
                units.push(unit(&digits, 8, prefix)?);
            }
            Some(marker @ ('u' | 'U')) => {
                let digits = take(&mut chars, 16, if marker == 'u' { 4 } else { 8 });
                let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                encode(
                    code.ok_or(format!("`\\{marker}{digits}` is no character"))?,
                    prefix,
                    &mut units,
                );
            }
            Some(letter) => units.push(escape(letter)?),
            None => return Err("a lone `\\`".to_string()),
        }
    }
    Ok((prefix, units))
}

fn take(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, radix: u32, most: usize) -> String {
    let mut digits = String::new();
    while digits.len() < most
        && let Some(digit) = chars.next_if(|c| c.is_digit(radix))
    {
        digits.push(digit);
    }
    digits
}

fn unit(digits: &str, radix: u32, prefix: &str) -> Result<u32, String> {
    let most = match prefix {
        "L" | "U" => u32::MAX,
        "u" => 0xffff,
        _ => 0xff,
    };
    let value = u32::from_str_radix(digits, radix).ok().filter(|&value| value <= most);
    value.ok_or_else(|| format!("the escape of `{digits}` does not fit"))
}

fn escape(letter: char) -> Result<u32, String> {
    Ok(match letter {
        'n' => 10,
        't' => 9,
        'r' => 13,
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'v' => 11,
        'e' | 'E' => 27,
        '\\' | '\'' | '"' | '?' => u32::from(letter),
        other => return Err(format!("`\\{}` is no escape", other.escape_default())),
    })
}

fn encode(c: char, prefix: &str, units: &mut Vec<u32>) {
    match prefix {
        "L" | "U" => units.push(u32::from(c)),
        "u" => units.extend(c.encode_utf16(&mut [0; 2]).iter().map(|&unit| u32::from(unit))),
        _ => units.extend(c.encode_utf8(&mut [0; 4]).bytes().map(u32::from)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_the_first_type_that_fits() {
        let int = |text| match number(text) {
            Ok(Number::Int(value, kind)) => (value, kind),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(int("0"), (0, IntKind::Int));
        assert_eq!(int("0u"), (0, IntKind::UInt));
        assert_eq!(int("2147483648"), (1 << 31, IntKind::Long));
        assert_eq!(int("0x80000000"), (1 << 31, IntKind::UInt));
        assert_eq!(int("017LL"), (15, IntKind::LongLong));
        assert_eq!(int("0xffffffffffffffff"), (u128::from(u64::MAX), IntKind::ULong));
        assert_eq!(int("0b101uL"), (5, IntKind::ULong));
        for wrong in ["08", "0x", "1z", "18446744073709551616", "9223372036854775808", "1i", "0b2"]
        {
            assert!(number(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn floats_have_the_type_of_their_suffix() {
        let float = |text| match number(text) {
            Ok(Number::Float(bits, kind)) => (constant::to_double(kind, bits), kind),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(float("1.5"), (1.5, FloatKind::Double));
        assert_eq!(float("1e3f"), (1000.0, FloatKind::Float));
        assert_eq!(float("0x1.8p+1L"), (3.0, FloatKind::LongDouble));
        assert_eq!(float(".5"), (0.5, FloatKind::Double));
        assert_eq!(float("1.e0"), (1.0, FloatKind::Double));
        assert_eq!(float("0x.8p0"), (0.5, FloatKind::Double));
        for wrong in ["1.0x", "1e", "1.0df", "2.0i", "1.2.3"] {
            assert!(number(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn escapes_are_resolved() {
        assert_eq!(units_of(r#""a\n\x41\101é""#).unwrap().1, [97, 10, 65, 65, 0xc3, 0xa9]);
        assert_eq!(units_of(r#"L"é""#).unwrap(), ("L", vec![0xe9]));
        assert_eq!(character(r"'\xff'"), Ok((0xffff_ffff, Types::INT)));
        assert_eq!(character("'ab'"), Ok((0x6162, Types::INT)));
        assert!(units_of(r#""\q""#).is_err() && units_of(r#""\x100""#).is_err());
    }
}
