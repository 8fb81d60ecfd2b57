//! Loads and stores of typed values: how values lie in bytes. LangRef, "'load' Instruction"
//! and "'store' Instruction".

use super::super::shape::{Kind, Shapes};
use super::super::stop::{Step, Unspecified, unsupported};
use super::super::value::{Pointer, Value};
use super::byte::{Bits, Bytes, Open, Shadow};
use super::{Access, Memory};
use crate::syntax::Ty;

impl Memory {
    /// Writes a value of a type.
    pub fn store(
        &mut self,
        shapes: &Shapes,
        ty: Ty,
        value: &Value,
        to: Pointer,
        align: u64,
    ) -> Step<()> {
        let shape = &shapes[ty];
        let size = shape.store;
        let (id, offset) = self.check(to, size, align, Access::Write)?;
        self.object_mut(id).stored = true;
        if let (Kind::Int(8 | 16 | 32 | 64), Value::Int(number), false) =
            (&shape.kind, value, shapes.layout.big_endian)
        {
            let bytes = number.to_le_bytes();
            self.bytes_mut(id).write_known(offset, &bytes[..size as usize]);
            return Ok(());
        }
        let free = !self.forgiving;
        let bytes = encode(shapes, ty, value, free)?;
        self.bytes_mut(id).paste(offset, &bytes);
        Ok(())
    }

    /// Reads a value of a type.
    pub fn load(&mut self, shapes: &Shapes, ty: Ty, from: Pointer, align: u64) -> Step<Value> {
        let shape = &shapes[ty];
        let size = shape.store as usize;
        let (id, offset) = self.check(from, size as u64, align, Access::Read)?;
        let bytes = &self.object(id).bytes;
        if let Kind::Int(8 | 16 | 32 | 64) = shape.kind
            && !shapes.layout.big_endian
            && bytes.is_known(offset, size)
        {
            let mut number = [0; 8];
            number[..size].copy_from_slice(&bytes.values[offset..offset + size]);
            return Ok(Value::Int(u64::from_le_bytes(number)));
        }
        let bytes = bytes.slice(offset, size);
        if self.object(id).stored && !self.forgiving && is_of_another_type(shapes, ty, &bytes) {
            return Ok(Value::Poison);
        }
        self.decode(shapes, ty, &bytes)
    }

    /// The value whose bytes these are.
    pub fn decode(&mut self, shapes: &Shapes, ty: Ty, bytes: &Bytes) -> Step<Value> {
        let shape = &shapes[ty];
        match &shape.kind {
            Kind::Int(_) | Kind::Float(_) | Kind::Pointer { .. } => {
                let bits = ordered(shapes, bytes);
                self.decode_scalar(shapes, ty, &bits, 0, bits.width)
            }
            Kind::Vector { length, element } => {
                let width = shapes[*element].bits as usize;
                if !width.is_multiple_of(8) && shapes.layout.big_endian {
                    return unsupported("a vector of bits on a big-endian target");
                }
                let mut values = Vec::with_capacity(*length as usize);
                for index in 0..*length as usize {
                    let (bits, at) = if shapes.layout.big_endian {
                        (ordered(shapes, &bytes.slice(index * width / 8, width / 8)), 0)
                    } else {
                        (Bits { bytes: bytes.clone(), width: bytes.len() * 8 }, index * width)
                    };
                    values.push(self.decode_scalar(shapes, *element, &bits, at, width)?);
                }
                Ok(Value::list(values))
            }
            Kind::Array { length, element } => {
                let (stride, size) = (shapes[*element].size, shapes[*element].store);
                let mut values = Vec::new();
                for index in 0..*length {
                    let part = bytes.slice((index * stride) as usize, size as usize);
                    values.push(self.decode(shapes, *element, &part)?);
                }
                Ok(Value::list(values))
            }
            Kind::Struct { fields } => {
                let mut values = Vec::with_capacity(fields.len());
                for &(field, offset) in fields {
                    let part = bytes.slice(offset as usize, shapes[field].store as usize);
                    values.push(self.decode(shapes, field, &part)?);
                }
                Ok(Value::list(values))
            }
            Kind::Void => unsupported("a load of nothing"),
            Kind::Refused(what) => unsupported(*what),
        }
    }

    /// A scalar from `room` bits, of which it may use fewer.
    fn decode_scalar(
        &mut self,
        shapes: &Shapes,
        ty: Ty,
        bits: &Bits,
        at: usize,
        room: usize,
    ) -> Step<Value> {
        let width = shapes[ty].bits as usize;
        let taken = bits.take(at, width);
        let is_pointer = matches!(shapes[ty].kind, Kind::Pointer { .. });
        if taken.fragment {
            return Ok(self.fragment(taken.value));
        }
        // Bits beyond the width: a store of this type leaves them open, other memory that holds
        // such a value has zeros. Everything else was stored as another type, and "the result is
        // undefined".
        if room > width && !self.forgiving {
            let rest = bits.take(at + width, room - width).value;
            if rest != Value::Undef && rest.known() != Some(0) {
                return Ok(Value::Poison);
            }
        }
        Ok(match taken.value {
            Value::Int(address) if is_pointer => Value::Pointer(self.from_address(address)),
            Value::Partial(partial) if is_pointer && !partial.undef => {
                Value::Unknown(Unspecified::Provenance)
            }
            value => value,
        })
    }

    /// Bytes of pointers that were read as something else than the pointer.
    fn fragment(&self, value: Value) -> Value {
        if self.forgiving || !value.is_fixed() {
            return value;
        }
        Value::Unknown(Unspecified::Provenance)
    }
}

/// LangRef, 'load' Instruction: of a type that fills no whole number of bytes "the result is
/// undefined if the value was not originally written using a store of the same type". Such a store
/// leaves the bits beyond the type open, and nothing else does.
fn is_of_another_type(shapes: &Shapes, ty: Ty, bytes: &Bytes) -> bool {
    let shape = &shapes[ty];
    let (width, room) = (shape.bits as usize, bytes.len() * 8);
    let of_bits = matches!(shape.kind, Kind::Int(_) | Kind::Vector { .. });
    of_bits && width < room && {
        let bits = ordered(shapes, bytes);
        bits.take(width, room - width).value != Value::Undef
    }
}

/// Bytes as bits of one number, least significant first.
fn ordered(shapes: &Shapes, bytes: &Bytes) -> Bits {
    let width = bytes.len() * 8;
    if !shapes.layout.big_endian {
        return Bits { bytes: bytes.clone(), width };
    }
    Bits { bytes: reversed(bytes), width }
}

fn reversed(bytes: &Bytes) -> Bytes {
    let mut turned = Bytes::known(vec![0; bytes.len()]);
    for at in 0..bytes.len() {
        turned.write(bytes.len() - 1 - at, bytes.values[at], bytes.shadow(at));
    }
    turned
}

/// How a value lies in memory. `free`: bits that the language leaves open are open.
pub fn encode(shapes: &Shapes, ty: Ty, value: &Value, free: bool) -> Step<Bytes> {
    let shape = &shapes[ty];
    let size = shape.store as usize;
    match (&shape.kind, value) {
        (Kind::Int(_) | Kind::Float(_) | Kind::Pointer { .. }, _) => {
            let mut bits = Bits::new(size * 8);
            bits.put(0, shape.bits as usize, value);
            // What lies in the bits beyond the width is unspecified.
            if free {
                for bit in shape.bits as usize..size * 8 {
                    bits.bit(bit, false, Open::Undef);
                }
            }
            Ok(if shapes.layout.big_endian { reversed(&bits.bytes) } else { bits.bytes })
        }
        (Kind::Vector { element, .. }, Value::List(values)) => {
            let width = shapes[*element].bits as usize;
            if shapes.layout.big_endian {
                if !width.is_multiple_of(8) {
                    return unsupported("a vector of bits on a big-endian target");
                }
                let mut bytes = Bytes::known(vec![0; size]);
                for (index, value) in values.iter().enumerate() {
                    bytes.paste(index * width / 8, &encode(shapes, *element, value, free)?);
                }
                return Ok(bytes);
            }
            let mut bits = Bits::new(size * 8);
            for (index, value) in values.iter().enumerate() {
                bits.put(index * width, width, value);
            }
            if free {
                for bit in values.len() * width..size * 8 {
                    bits.bit(bit, false, Open::Undef);
                }
            }
            Ok(bits.bytes)
        }
        (Kind::Array { element, .. }, Value::List(values)) => {
            let stride = shapes[*element].size as usize;
            let mut bytes = Bytes::undef(size);
            for (index, value) in values.iter().enumerate() {
                bytes.paste(index * stride, &encode(shapes, *element, value, free)?);
            }
            Ok(bytes)
        }
        (Kind::Struct { fields }, Value::List(values)) => {
            let mut bytes = Bytes::undef(size);
            for (&(field, offset), value) in fields.iter().zip(values.iter()) {
                bytes.paste(offset as usize, &encode(shapes, field, value, free)?);
            }
            Ok(bytes)
        }
        (Kind::Vector { .. } | Kind::Array { .. } | Kind::Struct { .. }, whole) => {
            let shadow = match whole {
                Value::Poison => Shadow::POISON,
                Value::Unknown(why) => Shadow { unknown: Some(*why), ..Shadow::KNOWN },
                _ => Shadow::UNDEF,
            };
            let mut bytes = Bytes::known(vec![0; size]);
            bytes.fill(0, size, 0, shadow);
            Ok(bytes)
        }
        (Kind::Void, _) => unsupported("a store of nothing"),
        (Kind::Refused(what), _) => unsupported(*what),
    }
}
