//! Constants and string literals.

use crate::constant;
use crate::syntax::StringLiteral;
use crate::types::{FloatKind, IntKind};

/// How tightly a piece of text binds: as an operand, under a unary operator, or as a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Binds {
    Sum,
    Unary,
    Operand,
}

/// An integer constant.
pub fn int(kind: IntKind, bits: u128) -> String {
    let mut text = String::new();
    push_int(&mut text, kind, bits);
    text
}

/// How tightly the text of an integer constant binds.
pub fn int_binds(kind: IntKind, bits: u128) -> Binds {
    match kind {
        IntKind::UInt | IntKind::ULong | IntKind::ULongLong => Binds::Operand,
        IntKind::Int | IntKind::Long | IntKind::LongLong => match kind.value(bits) {
            0.. => Binds::Operand,
            _ if bits == 1 << (kind.bits() - 1) => Binds::Sum,
            _ => Binds::Unary,
        },
        IntKind::Int128 | IntKind::UInt128 => wide_int(kind, bits).1,
        _ => Binds::Unary,
    }
}

/// Appends an integer constant.
pub fn push_int(out: &mut String, kind: IntKind, bits: u128) {
    let suffix = match kind {
        IntKind::Int => "",
        IntKind::UInt => "u",
        IntKind::Long => "L",
        IntKind::ULong => "UL",
        IntKind::LongLong => "LL",
        IntKind::ULongLong => "ULL",
        IntKind::Int128 | IntKind::UInt128 => {
            *out += &wide_int(kind, bits).0;
            return;
        }
        // No constant has these types by itself.
        _ => {
            *out += &format!("({}){}", kind.spelling(), kind.value(bits));
            return;
        }
    };
    let value = kind.value(bits);
    // There are no negative constants, and the most negative number has no positive twin.
    let least = value < 0 && bits == 1 << (kind.bits() - 1);
    if value < 0 {
        out.push('-');
    }
    // At most 64 bits have come so far.
    push_decimal(out, value.unsigned_abs() as u64 - u64::from(least));
    *out += suffix;
    if least {
        *out += " - 1";
    }
}

/// Appends a number in decimal digits.
fn push_decimal(out: &mut String, mut number: u64) {
    let mut digits = [b'0'; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    // Digits are text.
    *out += std::str::from_utf8(&digits[first..]).unwrap_or_default();
}

fn wide_int(kind: IntKind, bits: u128) -> (String, Binds) {
    let value = kind.value(bits);
    match i64::try_from(value) {
        Ok(small) if small != i64::MIN && (kind.is_signed() || value >= 0) => {
            let suffix = if i32::try_from(small).is_ok() { "" } else { "L" };
            (format!("({}){small}{suffix}", kind.spelling()), Binds::Unary)
        }
        _ => {
            let (high, low) = ((bits >> 64) as u64, bits as u64);
            let text =
                format!("(({0})((unsigned __int128){high}UL << 64 | {low}UL))", kind.spelling());
            (text, Binds::Operand)
        }
    }
}

/// A floating constant; infinities and NaNs by the builtins that make them.
pub fn float(kind: FloatKind, bits: u128) -> (String, Binds) {
    let (suffix, builtin) = match kind {
        FloatKind::Float => ("f", "f"),
        FloatKind::Double => ("", ""),
        FloatKind::LongDouble => ("L", "l"),
        FloatKind::Float128 => ("Q", "f128"),
    };
    let Some(text) = constant::print_float(kind, bits) else {
        let value = constant::to_double(kind, bits);
        let text = match (value.is_nan(), value.is_sign_negative()) {
            (true, _) => format!("__builtin_nan{builtin}(\"\")"),
            (false, false) => format!("__builtin_inf{builtin}()"),
            (false, true) => return (format!("-__builtin_inf{builtin}()"), Binds::Unary),
        };
        return (text, Binds::Operand);
    };
    let binds = if text.starts_with('-') { Binds::Unary } else { Binds::Operand };
    (format!("{text}{suffix}"), binds)
}

/// A string literal without the null that the compiler adds.
pub fn string(literal: &StringLiteral) -> String {
    let units = match literal.units.split_last() {
        Some((0, rest)) => rest,
        _ => &literal.units,
    };
    let wide = matches!(literal.prefix, "L" | "u" | "U");
    let mut out = format!("{}\"", literal.prefix);
    for &unit in units {
        match u8::try_from(unit) {
            Ok(b'"') => out += "\\\"",
            Ok(b'\\') => out += "\\\\",
            Ok(b'\n') => out += "\\n",
            Ok(b'\t') => out += "\\t",
            Ok(b'\r') => out += "\\r",
            Ok(byte @ b' '..=b'~') => out.push(byte as char),
            Ok(byte) if !wide || byte < 0xa0 => out += &format!("\\{byte:03o}"),
            _ => match char::from_u32(unit) {
                Some(_) if unit <= 0xffff => out += &format!("\\u{unit:04x}"),
                Some(_) => out += &format!("\\U{unit:08x}"),
                // A lone surrogate or no character at all; the literal is closed so that no
                // digit behind can join the escape.
                None => out += &format!("\\x{unit:x}\" {}\"", literal.prefix),
            },
        }
    }
    out.push('"');
    // `??=` and its like would be read as other characters by a strict compiler.
    out.replace("??", "?\\?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_have_their_suffixes() {
        assert_eq!(int(IntKind::Int, 0xffff_fffb), "-5");
        assert_eq!(int_binds(IntKind::Int, 0xffff_fffb), Binds::Unary);
        assert_eq!(int_binds(IntKind::Int, 1 << 31), Binds::Sum);
        assert_eq!(int_binds(IntKind::ULong, 1 << 63), Binds::Operand);
        assert_eq!(int(IntKind::Int, 1 << 31), "-2147483647 - 1");
        assert_eq!(int(IntKind::ULong, u128::from(u64::MAX)), "18446744073709551615UL");
        assert_eq!(int(IntKind::Long, 1 << 63), "-9223372036854775807L - 1");
        assert_eq!(int(IntKind::Int128, u128::MAX), "(__int128)-1");
        assert_eq!(int(IntKind::Char, 0xff), "(char)-1");
        assert_eq!(float(FloatKind::Float, u128::from(1.5f32.to_bits())).0, "1.5f");
        assert_eq!(float(FloatKind::Double, u128::from((-2.0f64).to_bits())).0, "-2.0");
        assert_eq!(
            float(FloatKind::Double, u128::from(f64::INFINITY.to_bits())).0,
            "__builtin_inf()"
        );
    }

    #[test]
    fn strings_are_escaped() {
        let units = |text: &str| text.bytes().chain([0]).map(u32::from).collect();
        let literal = StringLiteral { units: units("a\"\\\n\x01\u{e9}7??="), prefix: "" };
        assert_eq!(string(&literal), r#""a\"\\\n\001\303\2517?\?=""#);
        let wide = StringLiteral { units: vec![0xe9, 0x1f600, 0], prefix: "L" };
        assert_eq!(string(&wide), r#"L"\u00e9\U0001f600""#);
    }
}
