//! Copying, filling, comparing and searching bytes (7.24.2, 7.24.4.1, 7.24.5.1, 7.24.6.1).

use super::{Answer, Call, Step, Value, number, sign};
use crate::machine::access::Bytes;
use crate::machine::memory::{Chunk, flag};

pub fn memcpy(call: &mut Call<'_>) -> Step<Answer> {
    let (to, from, size) = (call.arg(0)?, call.arg(1)?, call.size(2)?);
    copy(call, to, from, size, false)?;
    Ok(Answer::Value(to))
}

pub fn mempcpy(call: &mut Call<'_>) -> Step<Answer> {
    let (to, from, size) = (call.arg(0)?, call.arg(1)?, call.size(2)?);
    copy(call, to, from, size, false)?;
    Ok(Answer::Value(call.moved(to, size)))
}

pub fn memmove(call: &mut Call<'_>) -> Step<Answer> {
    let (to, from, size) = (call.arg(0)?, call.arg(1)?, call.size(2)?);
    copy(call, to, from, size, true)?;
    Ok(Answer::Value(to))
}

pub fn bcopy(call: &mut Call<'_>) -> Step<Answer> {
    let (from, to, size) = (call.arg(0)?, call.arg(1)?, call.size(2)?);
    copy(call, to, from, size, true)?;
    number(0)
}

/// 6.5p6: the copy takes the effective type along.
pub(super) fn copy(
    call: &mut Call<'_>,
    to: Value,
    from: Value,
    size: u64,
    may_overlap: bool,
) -> Step<()> {
    let source = call.reading(from, size)?;
    let target = call.writing(to, size)?;
    if size > 0 && !may_overlap && overlap(source, target) {
        return Err(call.overlap());
    }
    if size == 0 {
        return Ok(());
    }
    let mut chunk = Chunk::default();
    let memory = &mut call.machine.memory;
    let mut declared = None;
    if let Some(object) = memory.get(source.object) {
        object.copy_out(source.offset..source.offset + source.size, &mut chunk);
        declared = (object.flags & flag::TYPED_BYTES == 0).then_some(object.declared);
    }
    if let Some(declared) = declared {
        let declared = call.machine.shared.effective.declared(declared);
        if declared.period > 0 && !declared.leaves.is_empty() {
            let leaf = |offset: u32| declared.leaves[(offset % declared.period) as usize];
            chunk.types = (source.offset..source.offset + source.size).map(leaf).collect();
        }
    }
    let object = call.machine.memory.change(target.object);
    object.paste(target.offset, &chunk);
    if !chunk.types.is_empty() {
        object.set_types_from(target.offset, &chunk.types);
    }
    Ok(())
}

pub(super) fn overlap(a: Bytes, b: Bytes) -> bool {
    a.object == b.object && a.offset < b.offset + b.size && b.offset < a.offset + a.size
}

pub fn memset(call: &mut Call<'_>) -> Step<Answer> {
    let (to, byte, size) = (call.arg(0)?, call.int(1)? as u8, call.size(2)?);
    fill(call, to, byte, size)?;
    Ok(Answer::Value(to))
}

pub fn bzero(call: &mut Call<'_>) -> Step<Answer> {
    let (to, size) = (call.arg(0)?, call.size(1)?);
    fill(call, to, 0, size)?;
    number(0)
}

fn fill(call: &mut Call<'_>, to: Value, byte: u8, size: u64) -> Step<()> {
    let target = call.writing(to, size)?;
    let object = call.machine.memory.change(target.object);
    object.fill(target.offset..target.offset + target.size, byte);
    Ok(())
}

pub fn memcmp(call: &mut Call<'_>) -> Step<Answer> {
    let (a, b, size) = (call.arg(0)?, call.arg(1)?, call.size(2)?);
    call.bytes(a, size)?;
    call.bytes(b, size)?;
    for index in 0..size {
        let (x, y) = (call.byte(a, index)?, call.byte(b, index)?);
        if x != y {
            return sign(x.cmp(&y));
        }
    }
    number(0)
}

pub fn memchr(call: &mut Call<'_>) -> Step<Answer> {
    let (pointer, wanted, size) = (call.arg(0)?, call.int(1)? as u8, call.size(2)?);
    for index in 0..size {
        if call.byte(pointer, index)? == wanted {
            return Ok(Answer::Value(call.moved(pointer, index)));
        }
    }
    number(0)
}
