//! Numbers from strings (7.22.1) and absolute values (7.22.6).

use super::{Answer, Call, Step, number};
use crate::machine::stop::Undefined;

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
    number(magnitude.unwrap_or(limit))
}

pub fn strtoul(call: &mut Call<'_>) -> Step<Answer> {
    let scanned = scan_argument(call)?;
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
    if !end.is_null() {
        let target = call.writing(end, 8)?;
        let number = call.machine.memory.pointer_number(call.moved(text, scanned.length as u64));
        call.machine.memory.change(target.object).store_pointer(target.offset, number);
    }
    Ok(scanned)
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
