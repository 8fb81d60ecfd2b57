//! Variable arguments (7.16) and promised alignments.

use super::Machine;
use super::access::Bytes;
use super::call::passes;
use super::execute::plain;
use super::memory::state;
use super::stop::{Step, Undefined};
use super::value::{Kind, Value};
use crate::syntax::Program;
use crate::types::Ty;

/// The size of the record behind a `va_list`.
const LIST: u32 = 24;

impl Machine {
    fn list(&self, list: Value) -> Step<Bytes> {
        self.reach(list, 0, LIST, 8)
    }

    /// The call whose arguments the list is for, and which comes next.
    fn started(&self, list: Value) -> Step<(Bytes, u64, u64)> {
        let bytes = self.list(list)?;
        let stored =
            self.memory.get(bytes.object).and_then(|object| object.load_pointer(bytes.offset));
        let value = stored.and_then(|number| self.memory.pointer_numbered(number));
        match value {
            Some(value) if value.kind() == Kind::Arguments => Ok((bytes, value.lo, value.hi)),
            _ => Err(Undefined::ArgumentList.into()),
        }
    }

    fn set_list(&mut self, bytes: Bytes, call: u64, next: u64) {
        let number = self.memory.pointer_number(Value::arguments(call, next));
        let object = self.memory.change(bytes.object);
        object.set_state(bytes.offset..bytes.offset + LIST, state::OPEN);
        object.store_pointer(bytes.offset, number);
        self.side_effects += 1;
    }

    /// 7.16.1.4.
    pub(super) fn va_start(&mut self, list: Value) -> Step<()> {
        let bytes = self.list(list)?;
        let call = self.frames.last().map_or(0, |frame| frame.serial);
        self.set_list(bytes, call, 0);
        Ok(())
    }

    /// 7.16.1.3: the list must have been started, and is of no use afterwards.
    pub(super) fn va_end(&mut self, list: Value) -> Step<()> {
        let (bytes, ..) = self.started(list)?;
        let object = self.memory.change(bytes.object);
        object.set_state(bytes.offset..bytes.offset + LIST, state::UNINIT);
        self.side_effects += 1;
        Ok(())
    }

    /// 7.16.1.2.
    pub(super) fn va_copy(&mut self, to: Value, from: Value) -> Step<()> {
        let (_, call, next) = self.started(from)?;
        let bytes = self.list(to)?;
        self.set_list(bytes, call, next);
        Ok(())
    }

    /// 7.16.1.1: the next argument, which must be of that type.
    pub(super) fn va_arg(&mut self, program: &Program, list: Value, ty: Ty) -> Step<Value> {
        let (value, given) = self.next_argument(list)?;
        if !passes(&program.types, ty, given) {
            return Err(Undefined::VariableArgumentType.into());
        }
        // Signed and unsigned of one type: the value must be one of both.
        if let (Some(want), Some(have)) =
            (program.types.int_kind(ty), program.types.int_kind(given))
            && want.is_signed() != have.is_signed()
            && value.is_number()
        {
            let bits = if want.bits() == 128 { value.bits() } else { u128::from(value.lo) };
            if bits >> (want.bits() - 1) & 1 != 0 {
                return Err(Undefined::VariableArgumentType.into());
            }
        }
        Ok(value)
    }

    /// The next argument with its type; the list moves on.
    pub(super) fn next_argument(&mut self, list: Value) -> Step<(Value, Ty)> {
        let (bytes, call, next) = self.started(list)?;
        let Some(frame) = self.frames.iter().rev().find(|frame| frame.serial == call) else {
            return Err(Undefined::ArgumentList.into());
        };
        let Some(&argument) = frame.variable.get(next as usize) else {
            return Err(Undefined::MissingArgument.into());
        };
        self.set_list(bytes, call, next + 1);
        Ok(argument)
    }

    /// `__builtin_assume_aligned`.
    pub(super) fn assume_aligned(
        &self,
        pointer: Value,
        align: Value,
        offset: Value,
    ) -> Step<Value> {
        let (align, offset) = (plain(align)?.lo, plain(offset)?.lo);
        let Some(p) = pointer.pointer() else { return Ok(pointer) };
        self.check_live(pointer)?;
        let own = self.memory.get(p.object).map_or(1, |object| u64::from(object.align));
        let at = i64::from(p.offset) - offset as i64;
        if align > own || align == 0 || at.rem_euclid(align as i64) != 0 {
            return Err(Undefined::AssumedAlignment { required: align }.into());
        }
        Ok(pointer)
    }
}
