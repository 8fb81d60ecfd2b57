//! Conversions that keep the bits. LangRef, "'bitcast .. to' Instruction", "'ptrtoint .. to'
//! Instruction", "'inttoptr .. to' Instruction".

use super::address;
use super::arithmetic;
use super::code::Code;
use super::memory::Memory;
use super::memory::byte::{Bits, Taken};
use super::shape::Kind;
use super::stop::{Step, Unspecified, unsupported};
use super::value::Value;
use crate::syntax::{CastOp, Flags, Ty};

/// `ptrtoint`, `inttoptr`, and casts between pointers, of scalars. An integer as wide as the
/// pointer keeps its provenance.
pub fn reinterpret(code: &Code<'_>, memory: &Memory, value: &Value, from: Ty, to: Ty) -> Value {
    let (from, to) = (&code.shapes[from], &code.shapes[to]);
    match (&from.kind, &to.kind, value) {
        (Kind::Pointer { .. }, Kind::Pointer { .. }, _) => value.clone(),
        (_, _, Value::Poison | Value::Unknown(_)) => value.clone(),
        (_, Kind::Pointer { .. }, Value::Pointer(_)) if from.bits == to.bits => value.clone(),
        (_, Kind::Pointer { width, .. }, _) => {
            let plain = address::plain(memory, from.bits as u32, value);
            match resized(from.bits as u32, *width, &plain) {
                Value::Int(address) => Value::Pointer(memory.from_address(address)),
                Value::Undef => Value::Undef,
                Value::Poison => Value::Poison,
                Value::Unknown(why) => Value::Unknown(why),
                _ => Value::Unknown(Unspecified::Provenance),
            }
        }
        (Kind::Pointer { .. }, _, _) if from.bits == to.bits => value.clone(),
        (Kind::Pointer { width, .. }, _, _) => {
            resized(*width, to.bits as u32, &address::plain(memory, *width, value))
        }
        _ => value.clone(),
    }
}

fn resized(from: u32, to: u32, value: &Value) -> Value {
    let op = if to < from { CastOp::Trunc } else { CastOp::ZExt };
    match from == to {
        true => value.clone(),
        false => arithmetic::resize(op, Flags::NONE, from, to, value)
            .unwrap_or(Value::Unknown(Unspecified::Address)),
    }
}

/// `bitcast` between scalars and vectors of the same size: as if stored and loaded.
pub fn bitcast(code: &Code<'_>, value: &Value, from: Ty, to: Ty) -> Step<Value> {
    let (old, new) = (&code.shapes[from], &code.shapes[to]);
    if from == to {
        return Ok(value.clone());
    }
    match (&old.kind, &new.kind) {
        (Kind::Vector { element: a, .. }, Kind::Vector { element: b, .. })
            if code.shapes[*a].bits == code.shapes[*b].bits =>
        {
            return Ok(value.clone());
        }
        (Kind::Vector { .. }, _) | (_, Kind::Vector { .. }) => {}
        _ => return Ok(value.clone()),
    }
    if old.bits != new.bits {
        return unsupported("a bitcast between sizes");
    }
    if code.shapes.layout.big_endian {
        return unsupported("a bitcast of a vector on a big-endian target");
    }
    let mut bits = Bits::new(old.bits as usize);
    match (&old.kind, value) {
        (Kind::Vector { element, .. }, Value::List(values)) => {
            let width = code.shapes[*element].bits as usize;
            for (at, value) in values.iter().enumerate() {
                bits.put(at * width, width, value);
            }
        }
        _ => bits.put(0, old.bits as usize, value),
    }
    Ok(match &new.kind {
        Kind::Vector { length, element } => {
            let width = code.shapes[*element].bits as usize;
            let lanes = (0..*length as usize).map(|at| whole(bits.take(at * width, width)));
            Value::list(lanes.collect())
        }
        _ => whole(bits.take(0, new.bits as usize)),
    })
}

/// What was taken, unless it is a part of a pointer's bytes.
fn whole(taken: Taken) -> Value {
    match taken.fragment {
        true => Value::Unknown(Unspecified::Provenance),
        false => taken.value,
    }
}
