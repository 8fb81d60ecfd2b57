//! Numbers, characters and strings as they are written, and what they are as bits.

use super::fault::{Result, fault};
use crate::syntax::{FloatTy, Span};

pub(crate) struct IntLiteral<'a> {
    pub value: u128,
    /// `i32`, `f64`, … or empty.
    pub suffix: &'a str,
}

/// The value and the suffix of an integer literal.
pub(crate) fn read_int(text: &str, span: Span) -> Result<IntLiteral<'_>> {
    let (radix, digits) = match text.get(..2) {
        Some("0x") => (16, &text[2..]),
        Some("0o") => (8, &text[2..]),
        Some("0b") => (2, &text[2..]),
        _ => (10, text),
    };
    let end = digits.find(|c: char| c != '_' && !c.is_digit(radix)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    let mut value: u128 = 0;
    let mut any = false;
    for digit in digits.chars().filter_map(|c| c.to_digit(radix)) {
        any = true;
        let next = value.checked_mul(u128::from(radix));
        match next.and_then(|next| next.checked_add(u128::from(digit))) {
            Some(next) => value = next,
            None => return fault(span, "this number does not fit into 128 bits"),
        }
    }
    if !any {
        return fault(span, "this number has no digits");
    }
    Ok(IntLiteral { value, suffix })
}

/// The digits and the suffix of a float literal.
pub(crate) fn split_float(text: &str) -> (&str, &str) {
    match text.find('f') {
        Some(at) => (text[..at].trim_end_matches('_'), &text[at..]),
        None => (text, ""),
    }
}

/// The bits of the float nearest to decimal digits.
pub(crate) fn float_bits(digits: &str, ty: FloatTy, span: Span) -> Result<u128> {
    let digits: String = digits.chars().filter(|&c| c != '_').collect();
    match ty.format().parse(&digits) {
        Ok(bits) => Ok(bits),
        Err(_) => fault(span, "this is not a float literal"),
    }
}

/// The character between the quotes.
pub(crate) fn read_char(text: &str, span: Span) -> Result<char> {
    let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
    let mut rest = inner;
    match unescape(&mut rest) {
        Some(Some(c)) if rest.is_empty() => Ok(c),
        _ => fault(span, "this is not a character literal"),
    }
}

/// The text between the quotes.
pub(crate) fn read_str(text: &str, span: Span) -> Result<String> {
    let mut rest = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or("");
    let mut value = String::with_capacity(rest.len());
    while !rest.is_empty() {
        match unescape(&mut rest) {
            Some(c) => value.extend(c),
            None => return fault(span, "this string has an escape that is not understood"),
        }
    }
    Ok(value)
}

/// Takes one character off the front; `Some(None)` for an escaped line end.
fn unescape(rest: &mut &str) -> Option<Option<char>> {
    let mut chars = rest.chars();
    let c = chars.next()?;
    if c != '\\' {
        *rest = chars.as_str();
        return Some(Some(c));
    }
    let value = match chars.next()? {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '0' => '\0',
        '\\' => '\\',
        '\'' => '\'',
        '"' => '"',
        '\n' => {
            *rest = chars.as_str().trim_start();
            return Some(None);
        }
        'x' => {
            let digits = chars.as_str().get(..2)?;
            chars = chars.as_str()[2..].chars();
            char::from_u32(u32::from_str_radix(digits, 16).ok()?)?
        }
        'u' => {
            let inner = chars.as_str().strip_prefix('{')?;
            let (digits, after) = inner.split_once('}')?;
            chars = after.chars();
            char::from_u32(u32::from_str_radix(&digits.replace('_', ""), 16).ok()?)?
        }
        _ => return None,
    };
    *rest = chars.as_str();
    Some(Some(value))
}
