//! While the use of objects from outside is explored: what a first access makes of bytes that
//! nobody has touched.

use super::code::Code;
use super::memory::ObjectId;
use super::run::Machine;
use super::shape::Kind;
use super::stop::Step;
use super::value::{Pointer, Value};
use super::world::{Made, ROOMY};
use crate::syntax::Ty;

impl Machine<'_, '_> {
    /// While the use of objects from outside is explored: a pointer that is loaded from
    /// untouched bytes gets an object to point to, and a number of odd width no other bits.
    pub fn lazily(&mut self, from: Pointer, ty: Ty) -> Step<()> {
        if self.world.fresh.is_none() {
            return Ok(());
        }
        let code = self.code;
        let Some(object) = self.memory.object_of(from.tag) else { return Ok(()) };
        let start = from.address.wrapping_sub(self.memory.object(object).address);
        let mut wanted = Vec::new();
        scalars(code, ty, start, &mut wanted);
        for (offset, ty) in wanted {
            self.lazy_scalar(object, offset, ty)?;
        }
        self.touch(object, start, code.shapes[ty].store);
        Ok(())
    }

    fn lazy_scalar(&mut self, object: ObjectId, offset: u64, ty: Ty) -> Step<()> {
        let code = self.code;
        let shape = &code.shapes[ty];
        let size = shape.store as usize;
        let untouched = self.world.fresh.as_ref().is_some_and(|fresh| {
            let bytes = fresh.untouched.get(&object);
            bytes
                .and_then(|it| it.get(offset as usize..(offset as usize).checked_add(size)?))
                .is_some_and(|it| it.iter().all(|&fresh| fresh))
        });
        if !untouched || size == 0 {
            return Ok(());
        }
        let made = match shape.kind {
            Kind::Pointer { .. } => {
                if self.memory.object_count() > 64 + code.module.globals.len() {
                    return Ok(());
                }
                let to = self.world.outside(&mut self.memory, true, ROOMY, 16)?;
                let bytes = super::memory::encode(&code.shapes, ty, &Value::Pointer(to), false)?;
                self.memory.bytes_mut(object).paste(offset as usize, &bytes);
                match self.memory.object_of(to.tag) {
                    Some(to) => Made::Pointer { object, offset, to },
                    None => return Ok(()),
                }
            }
            Kind::Int(width) if width % 8 != 0 => {
                let whole = self.memory.object(object).bytes.slice(offset as usize, size);
                let mut bytes = whole.values;
                match code.shapes.layout.big_endian {
                    true => bytes[0] &= (1u16 << (width % 8)) as u8 - 1,
                    false => bytes[size - 1] &= (1u16 << (width % 8)) as u8 - 1,
                }
                self.memory.bytes_mut(object).write_known(offset as usize, &bytes);
                Made::Number { object, offset, bytes }
            }
            _ => return Ok(()),
        };
        if let Some(fresh) = &mut self.world.fresh {
            fresh.made.push(made);
        }
        Ok(())
    }

    /// These bytes are no longer as the caller made them.
    pub fn touch(&mut self, object: ObjectId, offset: u64, length: u64) {
        if let Some(fresh) = &mut self.world.fresh
            && let Some(bytes) = fresh.untouched.get_mut(&object)
        {
            let end = (offset.saturating_add(length) as usize).min(bytes.len());
            if let Some(bytes) = bytes.get_mut(offset as usize..end) {
                bytes.fill(false);
            }
        }
    }
}

/// Offsets and types of all scalars of a type.
fn scalars(code: &Code<'_>, ty: Ty, start: u64, out: &mut Vec<(u64, Ty)>) {
    match &code.shapes[ty].kind {
        Kind::Struct { fields } => {
            fields.iter().for_each(|&(field, offset)| scalars(code, field, start + offset, out));
        }
        Kind::Array { length, element } if *length <= 64 => {
            let stride = code.shapes[*element].size;
            (0..*length).for_each(|at| scalars(code, *element, start + at * stride, out));
        }
        Kind::Vector { length, element } if code.shapes[*element].bits.is_multiple_of(8) => {
            let stride = code.shapes[*element].bits / 8;
            (0..u64::from(*length)).for_each(|at| out.push((start + at * stride, *element)));
        }
        Kind::Int(_) | Kind::Pointer { .. } => out.push((start, ty)),
        _ => {}
    }
}
