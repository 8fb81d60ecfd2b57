//! Bit-fields (6.7.2.1p10f): bits of bytes that other members share. Which bits have a value is
//! known for each bit, so that storing one field says nothing about its neighbours.

use super::Machine;
use super::access::{Bytes, Deed};
use super::code::{BitField, IntTy};
use super::effective::{leaf, may_access};
use super::memory::{KnownBits, Object, flag, state};
use super::number::{extend, make, no_number};
use super::stop::{Step, Stop, Undefined};
use super::value::{Openness, Value};

impl BitField {
    /// Its value's bits, of which there are `width`.
    fn value(&self, raw: u128) -> Value {
        let int = IntTy { bits: self.width, signed: self.int.signed };
        make(self.int, int.wrap_wide(raw))
    }

    /// Which bits of its byte number `index` are its own.
    fn mask(&self, index: u32) -> u8 {
        let first = u64::from(index) * 8;
        let start = self.bit % 8;
        let low = start.max(first) - first;
        let high = (start + u64::from(self.width)).min(first + 8) - first;
        ((1u32 << high) - (1u32 << low)) as u8
    }
}

impl Machine {
    pub(super) fn reach_bits(
        &self,
        field: &BitField,
        pointer: Value,
        displacement: i32,
    ) -> Step<Bytes> {
        let first = (field.bit / 8) as i32;
        let end = (field.bit + u64::from(field.width)).div_ceil(8) as i32;
        // The record must be aligned, not the bytes of the field.
        if let Err(stop) = self.reach(pointer, displacement, 1, field.align) {
            match *stop {
                Stop::Undefined(Undefined::Misaligned { .. } | Undefined::DeadObject { .. }) => {
                    return Err(stop);
                }
                _ => self.reach(pointer, displacement + first, 1, 1)?,
            };
        }
        self.reach(pointer, displacement + first, (end - first) as u32, 1)
    }

    /// 6.3.2.1p2: lvalue conversion.
    pub(super) fn load_bits(
        &mut self,
        field: BitField,
        pointer: Value,
        displacement: i32,
    ) -> Step<Value> {
        let bytes = self.reach_bits(&field, pointer, displacement)?;
        if self.watching {
            self.note_bits(bytes, &field, Deed::Read)?;
        }
        if field.volatile {
            self.side_effects += 1;
        }
        let Some(object) = self.memory.get(bytes.object) else {
            return Err(Undefined::DeadObject { object: bytes.object }.into());
        };
        self.check_field(object, bytes, &field)?;
        let range = bytes.offset..bytes.offset + bytes.size;
        if object.states(range.clone()).iter().any(|&s| s != state::INIT)
            && let Some(open) = doubtful_bits(object, bytes, &field)?
        {
            if self.shared.switches.padding_values {
                return Err(no_number(open));
            }
            return Ok(open);
        }
        let mut word = [0; 32];
        word[..bytes.size as usize].copy_from_slice(object.bytes(range));
        let low = u128::from_le_bytes(word[..16].try_into().unwrap_or([0; 16]));
        let high = u128::from_le_bytes(word[16..].try_into().unwrap_or([0; 16]));
        let shift = (field.bit % 8) as u32;
        Ok(field.value(low >> shift | if shift == 0 { 0 } else { high << (128 - shift) }))
    }

    /// Stores what fits; the result is the value that the field then has (6.5.16p3).
    pub(super) fn store_bits(
        &mut self,
        field: BitField,
        pointer: Value,
        displacement: i32,
        value: Value,
    ) -> Step<Value> {
        let bytes = self.reach_bits(&field, pointer, displacement)?;
        if self.watching {
            self.note_bits(bytes, &field, Deed::Write)?;
        }
        if !value.is_number() {
            return Err(no_number(value));
        }
        let Some(object) = self.memory.get(bytes.object) else {
            return Err(Undefined::DeadObject { object: bytes.object }.into());
        };
        if !field.init {
            if object.flags & flag::GUARDED != 0 {
                self.check_writable(object, bytes)?;
            }
            self.check_field(object, bytes, &field)?;
        }
        self.side_effects += 1;
        let raw = extend(field.int, value);
        let object = self.memory.change(bytes.object);
        put_bits(object, bytes, &field, raw);
        if object.flags & flag::TYPED_BYTES != 0 {
            object.set_types(bytes.offset..bytes.offset + bytes.size, field.leaf);
        }
        Ok(field.value(raw))
    }

    /// 6.5p7, 6.7.3p6: whether what is there may be accessed as this field. Members that share
    /// bytes leave those without a type of one's own, so only declared ones are asked.
    fn check_field(&self, object: &Object, bytes: Bytes, field: &BitField) -> Step<()> {
        if object.flags & flag::VOLATILE != 0 && !field.volatile {
            self.check_volatile(object, bytes)?;
        }
        if field.named || object.declared == 0 || object.flags & flag::TYPED_BYTES != 0 {
            return Ok(());
        }
        let declared = self.shared.effective.declared(object.declared);
        if declared.leaves.is_empty() {
            return Ok(());
        }
        let effective = declared.leaves[(bytes.offset % declared.period) as usize];
        if matches!(effective, leaf::BIT_FIELD | leaf::CHARACTER)
            || may_access(field.leaf, effective)
        {
            return Ok(());
        }
        Err(self.wrong_type(bytes.object, field.leaf, effective))
    }
}

/// Looks at each bit of a field in bytes that are not all plain numbers.
#[cold]
fn doubtful_bits(object: &Object, bytes: Bytes, field: &BitField) -> Step<Option<Value>> {
    let mut open = false;
    for index in 0..bytes.size {
        let (mask, known) = (field.mask(index), object.known_bits(bytes.offset + index));
        if mask & !(known.set | known.open) != 0 {
            return Err(Undefined::Uninitialised { object: Some(bytes.object) }.into());
        }
        open |= mask & known.open != 0;
    }
    Ok(open.then_some(Value::open(Openness::Padding)))
}

/// Replaces the bits of a field; its neighbours' keep what is known of them, and bits that are
/// nobody's become unspecified (6.2.6.1p6).
fn put_bits(object: &mut Object, bytes: Bytes, field: &BitField, raw: u128) {
    let start = field.bit % 8;
    for index in 0..bytes.size {
        let at = bytes.offset + index;
        let first = u64::from(index) * 8;
        let mask = field.mask(index);
        let source = if first >= start {
            (raw >> (first - start).min(127)) as u8
        } else {
            (raw << (start - first)) as u8
        };
        let before = object.known_bits(at);
        let byte = object.bytes(at..at + 1)[0] & before.set & !mask | source & mask;
        let owned = match index {
            0 => field.members[0],
            _ if index + 1 == bytes.size => field.members[1],
            _ => mask,
        };
        let set = before.set | mask;
        let known = KnownBits { set, open: (before.open | !owned) & !set };
        object.store_partly(at, byte, known);
    }
}
