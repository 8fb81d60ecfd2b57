//! Strings (7.24).

use super::memory::overlap;
use super::{Answer, Call, Step, Value, number, sign};

/// Copies a string with its null to `to`; `read` bytes of it were looked at.
fn put(call: &mut Call<'_>, to: Value, from: Value, text: &[u8], read: u64) -> Step<()> {
    let source = call.bytes(from, read)?;
    let target = call.bytes(to, text.len() as u64 + 1)?;
    if overlap(source, target) {
        return Err(call.overlap());
    }
    call.write(to, &with_null(text))
}

fn with_null(text: &[u8]) -> Vec<u8> {
    let mut bytes = text.to_vec();
    bytes.push(0);
    bytes
}

pub fn strcpy(call: &mut Call<'_>) -> Step<Answer> {
    let (to, from) = (call.arg(0)?, call.arg(1)?);
    let text = call.string(from)?;
    put(call, to, from, &text, text.len() as u64 + 1)?;
    Ok(Answer::Value(to))
}

pub fn stpcpy(call: &mut Call<'_>) -> Step<Answer> {
    let (to, from) = (call.arg(0)?, call.arg(1)?);
    let text = call.string(from)?;
    put(call, to, from, &text, text.len() as u64 + 1)?;
    Ok(Answer::Value(call.moved(to, text.len() as u64)))
}

/// 7.24.2.4p3: padded with nulls, or without any.
pub fn strncpy(call: &mut Call<'_>) -> Step<Answer> {
    let (to, from, size) = (call.arg(0)?, call.arg(1)?, call.size(2)?);
    let mut text = call.string_up_to(from, size)?;
    let source = call.bytes(from, text.len() as u64)?;
    let target = call.bytes(to, size)?;
    if overlap(source, target) {
        return Err(call.overlap());
    }
    text.resize(target.size as usize, 0);
    call.write(to, &text)?;
    Ok(Answer::Value(to))
}

pub fn strcat(call: &mut Call<'_>) -> Step<Answer> {
    let (to, from) = (call.arg(0)?, call.arg(1)?);
    let text = call.string(from)?;
    append(call, to, from, &text, u64::MAX)
}

pub fn strncat(call: &mut Call<'_>) -> Step<Answer> {
    let (to, from, size) = (call.arg(0)?, call.arg(1)?, call.size(2)?);
    let text = call.string_up_to(from, size)?;
    append(call, to, from, &text, size)
}

fn append(call: &mut Call<'_>, to: Value, from: Value, text: &[u8], most: u64) -> Step<Answer> {
    let before = call.string(to)?.len() as u64;
    let end = call.moved(to, before);
    put(call, end, from, text, most.min(text.len() as u64 + 1))?;
    Ok(Answer::Value(to))
}

pub fn strlen(call: &mut Call<'_>) -> Step<Answer> {
    let pointer = call.arg(0)?;
    let length = call.string(pointer)?.len();
    number(length as i64)
}

pub fn strnlen(call: &mut Call<'_>) -> Step<Answer> {
    let (pointer, most) = (call.arg(0)?, call.size(1)?);
    let length = call.string_up_to(pointer, most)?.len();
    number(length as i64)
}

pub fn strcmp(call: &mut Call<'_>) -> Step<Answer> {
    compare(call, u64::MAX)
}

pub fn strncmp(call: &mut Call<'_>) -> Step<Answer> {
    let most = call.size(2)?;
    compare(call, most)
}

fn compare(call: &mut Call<'_>, most: u64) -> Step<Answer> {
    let (a, b) = (call.arg(0)?, call.arg(1)?);
    for index in 0..most {
        let (x, y) = (call.byte(a, index)?, call.byte(b, index)?);
        if x != y {
            return sign(x.cmp(&y));
        }
        if x == 0 {
            break;
        }
    }
    number(0)
}

pub fn strchr(call: &mut Call<'_>) -> Step<Answer> {
    let (pointer, wanted) = (call.arg(0)?, call.int(1)? as u8);
    let mut index = 0;
    loop {
        let byte = call.byte(pointer, index)?;
        if byte == wanted {
            return Ok(Answer::Value(call.moved(pointer, index)));
        }
        if byte == 0 {
            return number(0);
        }
        index += 1;
    }
}

pub fn strrchr(call: &mut Call<'_>) -> Step<Answer> {
    let (pointer, wanted) = (call.arg(0)?, call.int(1)? as u8);
    let text = with_null(&call.string(pointer)?);
    match text.iter().rposition(|&byte| byte == wanted) {
        Some(index) => Ok(Answer::Value(call.moved(pointer, index as u64))),
        None => number(0),
    }
}

pub fn strstr(call: &mut Call<'_>) -> Step<Answer> {
    let (pointer, wanted) = (call.arg(0)?, call.arg(1)?);
    let (text, wanted) = (call.string(pointer)?, call.string(wanted)?);
    let found = (0..=text.len()).find(|&index| text[index..].starts_with(&wanted));
    match found {
        Some(index) => Ok(Answer::Value(call.moved(pointer, index as u64))),
        None => number(0),
    }
}

pub fn strspn(call: &mut Call<'_>) -> Step<Answer> {
    let (text, set) = sets(call)?;
    number(text.iter().take_while(|byte| set.contains(byte)).count() as i64)
}

pub fn strcspn(call: &mut Call<'_>) -> Step<Answer> {
    let (text, set) = sets(call)?;
    number(text.iter().take_while(|byte| !set.contains(byte)).count() as i64)
}

pub fn strpbrk(call: &mut Call<'_>) -> Step<Answer> {
    let pointer = call.arg(0)?;
    let (text, set) = sets(call)?;
    match text.iter().position(|byte| set.contains(byte)) {
        Some(index) => Ok(Answer::Value(call.moved(pointer, index as u64))),
        None => number(0),
    }
}

fn sets(call: &mut Call<'_>) -> Step<(Vec<u8>, Vec<u8>)> {
    let (text, set) = (call.arg(0)?, call.arg(1)?);
    Ok((call.string(text)?, call.string(set)?))
}

/// 7.24.5.8: the next part of the string that is being taken apart.
pub fn strtok(call: &mut Call<'_>) -> Step<Answer> {
    let (given, delimiters) = (call.arg(0)?, call.arg(1)?);
    let from = if given.is_null() { call.machine.token } else { given };
    if from.is_null() {
        // The last search came to the end, or there was none (7.24.5.8p3 leaves that open).
        return if call.machine.token_ended { number(0) } else { Err(call.outside_domain()) };
    }
    let (text, ends) = (call.string(from)?, call.string(delimiters)?);
    let start = text.iter().position(|byte| !ends.contains(byte));
    let Some(start) = start else {
        (call.machine.token, call.machine.token_ended) = (Value::ZERO, true);
        return number(0);
    };
    let part = call.moved(from, start as u64);
    let length = text[start..].iter().position(|byte| ends.contains(byte));
    match length {
        None => (call.machine.token, call.machine.token_ended) = (Value::ZERO, true),
        Some(length) => {
            let end = call.moved(part, length as u64);
            call.write(end, &[0])?;
            call.machine.token = call.moved(end, 1);
        }
    }
    Ok(Answer::Value(part))
}

/// POSIX: as `strcmp`, with letters of either case alike.
pub fn strcasecmp(call: &mut Call<'_>) -> Step<Answer> {
    let (one, other) = (call.arg(0)?, call.arg(1)?);
    let (one, other) = (call.string(one)?, call.string(other)?);
    sign(one.to_ascii_lowercase().cmp(&other.to_ascii_lowercase()))
}

pub fn strncasecmp(call: &mut Call<'_>) -> Step<Answer> {
    let (one, other, size) = (call.arg(0)?, call.arg(1)?, call.size(2)?);
    let (one, other) = (call.string_up_to(one, size)?, call.string_up_to(other, size)?);
    sign(one.to_ascii_lowercase().cmp(&other.to_ascii_lowercase()))
}
