//! Numbers from strings (7.22.1) and absolute values (7.22.6).

use super::{Answer, Call, Step, Value, number};
use crate::constant;
use crate::machine::memory::{Memory, ObjectId, Origin, Wish};
use crate::machine::stop::{Stop, Undefined};
use crate::syntax::Program;
use crate::types::FloatKind;

pub fn abs(call: &mut Call<'_>) -> Step<Answer> {
    match (call.int(0)? as i32).checked_abs() {
        Some(value) => number(i64::from(value)),
        None => Err(Undefined::AbsoluteOverflow.into()),
    }
}

pub fn labs(call: &mut Call<'_>) -> Step<Answer> {
    match call.int(0)?.checked_abs() {
        Some(value) => number(value),
        None => Err(Undefined::AbsoluteOverflow.into()),
    }
}

/// `errno` (7.5p3), 0 at program startup, if the program looks at it.
pub fn errno_of(program: &Program, memory: &mut Memory) -> Option<ObjectId> {
    program.functions.iter().find(|function| function.name == "__errno_location")?;
    let wish = Wish {
        size: 4,
        align: 4,
        flags: 0,
        declared: 0,
        origin: Origin::Literal,
        made: Default::default(),
    };
    let id = memory.make(wish).ok()?;
    memory.change(id).store(0, 4, 0);
    Some(id)
}

pub fn errno_location(call: &mut Call<'_>) -> Step<Answer> {
    let errno = call.machine.errno.map(|errno| call.machine.memory.whole(errno));
    Ok(Answer::Value(errno.unwrap_or(Value::ZERO)))
}

/// 7.22.1.4p8: the value is out of range.
fn set_range_error(call: &mut Call<'_>) {
    const ERANGE: u128 = 34;
    if let Some(errno) = call.machine.errno {
        call.machine.memory.change(errno).store(0, 4, ERANGE);
    }
}

/// Quotient and remainder (7.22.6.2) in a record without a name.
fn divided(call: &mut Call<'_>, size: u32, bits: u8) -> Step<Answer> {
    let (x, y) = (call.int(0)?, call.int(1)?);
    let shorten = |value: i64| if bits == 32 { i64::from(value as i32) } else { value };
    let (x, y) = (shorten(x), shorten(y));
    if y == 0 {
        return Err(Undefined::DivisionByZero.into());
    }
    let quotient = x.checked_div(y).filter(|&quotient| shorten(quotient) == quotient);
    let Some(quotient) = quotient else {
        return Err(Undefined::DivisionOverflow { bits }.into());
    };
    let id = call.machine.memory.make(Wish {
        size: 2 * u64::from(size),
        align: size,
        flags: 0,
        declared: 0,
        origin: Origin::Temporary,
        made: Default::default(),
    })?;
    let object = call.machine.memory.change(id);
    object.store(0, size, quotient as u64 as u128);
    object.store(size, size, (x % y) as u64 as u128);
    Ok(Answer::Value(call.machine.memory.whole(id)))
}

pub fn div(call: &mut Call<'_>) -> Step<Answer> {
    divided(call, 4, 32)
}

pub fn ldiv(call: &mut Call<'_>) -> Step<Answer> {
    divided(call, 8, 64)
}

/// What a prefix of a string is as a number (7.22.1.4p3).
struct Scanned {
    negative: bool,
    /// `None` if it is too large for 64 bits.
    magnitude: Option<u64>,
    /// How many bytes were taken; 0 if there is no number.
    length: usize,
}

fn scan(text: &[u8], base: u32) -> Scanned {
    let spaces = text.iter().take_while(|&&c| c == b' ' || (9..=13).contains(&c)).count();
    let mut at = spaces;
    let negative = text.get(at) == Some(&b'-');
    if matches!(text.get(at), Some(b'+' | b'-')) {
        at += 1;
    }
    let digit = |at: usize, base: u32| text.get(at).and_then(|&c| char::from(c).to_digit(base));
    let prefixed = text.get(at) == Some(&b'0')
        && matches!(text.get(at + 1), Some(b'x' | b'X'))
        && digit(at + 2, 16).is_some();
    let base = match base {
        0 if prefixed => 16,
        0 if text.get(at) == Some(&b'0') => 8,
        0 => 10,
        base => base,
    };
    if base == 16 && prefixed {
        at += 2;
    }
    let first = at;
    let mut magnitude = Some(0u64);
    while let Some(value) = digit(at, base) {
        magnitude = magnitude
            .and_then(|m| m.checked_mul(u64::from(base)))
            .and_then(|m| m.checked_add(u64::from(value)));
        at += 1;
    }
    Scanned { negative, magnitude, length: if at == first { 0 } else { at } }
}

pub fn strtol(call: &mut Call<'_>) -> Step<Answer> {
    let scanned = scan_argument(call)?;
    let limit = if scanned.negative { i64::MIN } else { i64::MAX };
    let magnitude = scanned.magnitude.and_then(|m| {
        let signed = i128::from(m) * if scanned.negative { -1 } else { 1 };
        i64::try_from(signed).ok()
    });
    if magnitude.is_none() {
        set_range_error(call);
    }
    number(magnitude.unwrap_or(limit))
}

pub fn strtoul(call: &mut Call<'_>) -> Step<Answer> {
    let scanned = scan_argument(call)?;
    if scanned.magnitude.is_none() {
        set_range_error(call);
    }
    let value = match scanned.magnitude {
        Some(m) if scanned.negative => m.wrapping_neg(),
        Some(m) => m,
        None => u64::MAX,
    };
    number(value as i64)
}

/// Scans the first argument and stores where it stopped, if that is wanted.
fn scan_argument(call: &mut Call<'_>) -> Step<Scanned> {
    let (text, end, base) = (call.arg(0)?, call.arg(1)?, call.int(2)?);
    if !(base == 0 || (2..=36).contains(&base)) {
        return Err(call.outside_domain());
    }
    let bytes = call.string(text)?;
    let scanned = scan(&bytes, base as u32);
    store_end(call, text, end, scanned.length)?;
    Ok(scanned)
}

/// Stores where a number ended, if that is wanted.
fn store_end(call: &mut Call<'_>, text: Value, end: Value, length: usize) -> Step<()> {
    if end.is_null() {
        return Ok(());
    }
    let target = call.writing(end, 8)?;
    let number = call.machine.memory.pointer_number(call.moved(text, length as u64));
    call.machine.memory.change(target.object).store_pointer(target.offset, number);
    Ok(())
}

/// 7.22.1p1: what cannot be represented is undefined.
fn ascii(call: &mut Call<'_>, low: i64, high: i64) -> Step<Answer> {
    let pointer = call.arg(0)?;
    let bytes = call.string(pointer)?;
    let scanned = scan(&bytes, 10);
    let signed = scanned.magnitude.map(|m| i128::from(m) * if scanned.negative { -1 } else { 1 });
    match signed {
        Some(value) if value >= i128::from(low) && value <= i128::from(high) => {
            number(value as i64)
        }
        _ => Err(call.outside_domain()),
    }
}

pub fn atoi(call: &mut Call<'_>) -> Step<Answer> {
    ascii(call, i64::from(i32::MIN), i64::from(i32::MAX))
}

pub fn atol(call: &mut Call<'_>) -> Step<Answer> {
    ascii(call, i64::MIN, i64::MAX)
}

/// The longest prefix that is a number (7.22.1.3p3), and how long it is with what goes before.
fn scan_real(text: &[u8]) -> Option<(String, usize)> {
    let spaces = text.iter().take_while(|&&c| c == b' ' || (9..=13).contains(&c)).count();
    let rest = &text[spaces..];
    let sign = usize::from(matches!(rest.first(), Some(b'+' | b'-')));
    let hex = rest.get(sign) == Some(&b'0') && matches!(rest.get(sign + 1), Some(b'x' | b'X'));
    let is_digit = |c: u8| if hex { c.is_ascii_hexdigit() } else { c.is_ascii_digit() };
    let first = if hex { sign + 2 } else { sign };
    let (mut at, mut digits, mut dots) = (first, 0, 0);
    while let Some(&c) = rest.get(at) {
        match c {
            b'.' if dots == 0 => dots = 1,
            c if is_digit(c) => digits += 1,
            _ => break,
        }
        at += 1;
    }
    if digits == 0 {
        // `0x` without a digit behind it is a zero.
        return hex.then(|| ("0".to_string(), spaces + sign + 1));
    }
    let letter = if hex { b'p' } else { b'e' };
    let mut text: String = rest[..at].iter().map(|&c| char::from(c)).collect();
    let mut end = at;
    if rest.get(at).is_some_and(|c| c.to_ascii_lowercase() == letter) {
        let signed = usize::from(matches!(rest.get(at + 1), Some(b'+' | b'-')));
        let from = at + 1 + signed;
        let length = rest[from.min(rest.len())..].iter().take_while(|c| c.is_ascii_digit()).count();
        if length > 0 {
            end = from + length;
            text.extend(rest[at..end].iter().map(|&c| char::from(c)));
        }
    }
    if hex && end == at {
        text.push_str("p0");
    }
    Some((text, spaces + end))
}

/// The number at the beginning of a string, and how many bytes it takes.
fn real(call: &mut Call<'_>, pointer: Value) -> Step<(Value, usize)> {
    let text = call.string(pointer)?;
    let Some((number, length)) = scan_real(&text) else {
        let words: String = text.iter().map(|&c| char::from(c.to_ascii_lowercase())).collect();
        let word = words.trim_start().trim_start_matches(['+', '-']);
        if word.starts_with("inf") || word.starts_with("nan") {
            return Err(Stop::unsupported("infinities and NaNs as strings"));
        }
        return Ok((Value::ZERO, 0));
    };
    let negative = number.starts_with('-');
    let digits = number.trim_start_matches(['+', '-']);
    match constant::parse_float(FloatKind::Double, digits) {
        Ok(bits) => Ok((Value::number(bits as u64 | u64::from(negative) << 63), length)),
        Err(why) => Err(Stop::unsupported(format!("a string as a number: {why}"))),
    }
}

pub fn strtod(call: &mut Call<'_>) -> Step<Answer> {
    let (text, end) = (call.arg(0)?, call.arg(1)?);
    let (value, length) = real(call, text)?;
    store_end(call, text, end, length)?;
    Ok(Answer::Value(value))
}

pub fn atof(call: &mut Call<'_>) -> Step<Answer> {
    let pointer = call.arg(0)?;
    Ok(Answer::Value(real(call, pointer)?.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_end_where_they_should() {
        let scan = |text: &str| scan_real(text.as_bytes());
        assert_eq!(scan(" 3.5e2x"), Some(("3.5e2".to_string(), 6)));
        assert_eq!(scan("-1.e+"), Some(("-1.".to_string(), 3)));
        assert_eq!(scan(".5."), Some((".5".to_string(), 2)));
        assert_eq!(scan("0x1p3"), Some(("0x1p3".to_string(), 5)));
        assert_eq!(scan("0xg"), Some(("0".to_string(), 1)));
        assert_eq!(scan("."), None);
    }
}
