//! Memory management (7.22.3). Allocated objects have no declared type (6.5p6).

use super::memory::copy;
use super::{Answer, Call, Step, Value, number};
use crate::machine::memory::{Origin, Wish, flag};
use crate::machine::stop::{Undefined, Unspecified};

/// Requests beyond this may well fail, and nobody promises either.
const LARGEST: u64 = 64 << 20;

/// What `max_align_t` wants.
const USUAL: u32 = 16;

pub(super) fn allocate(call: &mut Call<'_>, size: u64) -> Step<Value> {
    allocate_aligned(call, size, USUAL)
}

fn allocate_aligned(call: &mut Call<'_>, size: u64, align: u32) -> Step<Value> {
    if size > LARGEST {
        return Err(Unspecified::Allocation.into());
    }
    let made = call.machine.location(call.program).map_or_else(Default::default, |(_, span)| span);
    let id = call.machine.memory.make(Wish {
        size,
        align,
        flags: flag::HEAP | flag::TYPED_BYTES,
        declared: 0,
        origin: Origin::Heap,
        made,
    })?;
    Ok(call.machine.memory.whole(id))
}

pub fn malloc(call: &mut Call<'_>) -> Step<Answer> {
    let size = call.size(0)?;
    Ok(Answer::Value(allocate(call, size)?))
}

/// 7.22.3.1p2: an alignment that the implementation supports; C17 no longer asks that the size be
/// a multiple of it.
pub fn aligned_alloc(call: &mut Call<'_>) -> Step<Answer> {
    let (align, size) = (call.size(0)?, call.size(1)?);
    match u32::try_from(align) {
        Ok(align) if align.is_power_of_two() => {
            Ok(Answer::Value(allocate_aligned(call, size, align.max(USUAL))?))
        }
        _ => Err(call.outside_domain()),
    }
}

pub fn calloc(call: &mut Call<'_>) -> Step<Answer> {
    let (count, each) = (call.size(0)?, call.size(1)?);
    let Some(size) = count.checked_mul(each) else { return number(0) };
    let value = allocate(call, size)?;
    if let Some(pointer) = value.pointer() {
        call.machine.memory.change(pointer.object).fill(0..size as u32, 0);
    }
    Ok(Answer::Value(value))
}

/// 7.22.3.3p2: null, or what an allocation function returned and nobody released.
fn release(call: &mut Call<'_>, value: Value) -> Step<()> {
    if value.is_null() {
        return Ok(());
    }
    let Some(pointer) = value.pointer() else { return Err(Undefined::BadFree.into()) };
    let Some(object) = call.machine.memory.get(pointer.object) else {
        return Err(Undefined::DoubleFree { object: pointer.object }.into());
    };
    if object.flags & flag::HEAP == 0 || pointer.offset != 0 {
        return Err(Undefined::BadFree.into());
    }
    let at = call.machine.location(call.program).map_or_else(Default::default, |(_, span)| span);
    call.machine.memory.end(pointer.object, at);
    Ok(())
}

pub fn free(call: &mut Call<'_>) -> Step<Answer> {
    let value = call.arg(0)?;
    release(call, value)?;
    number(0)
}

pub fn realloc(call: &mut Call<'_>) -> Step<Answer> {
    let (old, size) = (call.arg(0)?, call.size(1)?);
    if size == 0 {
        // 7.22.3.5p3: whether the old object is released is implementation-defined.
        return Err(Unspecified::Allocation.into());
    }
    let kept = match old.pointer() {
        Some(pointer) => match call.machine.memory.get(pointer.object) {
            Some(object) => u64::from(object.size).min(size),
            None => return Err(Undefined::DoubleFree { object: pointer.object }.into()),
        },
        None => 0,
    };
    let new = allocate(call, size)?;
    if kept > 0 {
        copy(call, new, old, kept, false)?;
    }
    release(call, old)?;
    Ok(Answer::Value(new))
}

pub fn strdup(call: &mut Call<'_>) -> Step<Answer> {
    let pointer = call.arg(0)?;
    let mut text = call.string(pointer)?;
    text.push(0);
    let new = allocate(call, text.len() as u64)?;
    call.write(new, &text)?;
    Ok(Answer::Value(new))
}
