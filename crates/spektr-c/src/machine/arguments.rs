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
/// A user of a list that is no frame.
const NOBODY: u64 = (1 << 56) - 1;

/// What a `va_list` holds.
#[derive(Clone, Copy)]
struct List {
    /// The call whose arguments these are.
    call: u64,
    next: u64,
    /// The call that moved it on last and had got it as an argument; 0 for none.
    user: u64,
}

impl Machine {
    fn list(&self, list: Value) -> Step<Bytes> {
        self.reach(list, 0, LIST, 8)
    }

    /// What a list holds that was started and not ended.
    fn started(&self, list: Value) -> Step<(Bytes, List)> {
        let bytes = self.list(list)?;
        let stored =
            self.memory.get(bytes.object).and_then(|object| object.load_pointer(bytes.offset));
        let value = stored.and_then(|number| self.memory.pointer_numbered(number));
        match value {
            Some(value) if value.kind() == Kind::Arguments => {
                let (call, next, user) = (value.lo, value.hi, value.meta >> 8);
                Ok((bytes, List { call, next, user }))
            }
            _ => Err(Undefined::ArgumentList.into()),
        }
    }

    /// The same for one whose value is needed: 7.16p3 leaves it indeterminate once a function
    /// that it was passed to has moved it on and returned.
    fn usable(&self, list: Value) -> Step<(Bytes, List)> {
        let (bytes, list) = self.started(list)?;
        let user = list.user;
        if user != 0 && !self.frames.iter().rev().any(|frame| frame.serial == user) {
            return Err(Undefined::ArgumentList.into());
        }
        Ok((bytes, list))
    }

    fn set_list(&mut self, bytes: Bytes, list: List) {
        let value = Value::arguments(list.call, list.next);
        let value = Value { meta: value.meta | list.user << 8, ..value };
        let number = self.memory.pointer_number(value);
        let object = self.memory.change(bytes.object);
        object.set_state(bytes.offset..bytes.offset + LIST, state::OPEN);
        object.store_pointer(bytes.offset, number);
        self.side_effects += 1;
    }

    /// 7.16.1.4.
    pub(super) fn va_start(&mut self, list: Value) -> Step<()> {
        let bytes = self.list(list)?;
        if self.started(list).is_ok() {
            return Err(Undefined::ArgumentList.into());
        }
        let call = self.frames.last().map_or(0, |frame| frame.serial);
        self.set_list(bytes, List { call, next: 0, user: 0 });
        self.open_lists(1);
        Ok(())
    }

    /// 7.16.1p1: every list that a function starts it also ends.
    fn open_lists(&mut self, by: i32) {
        if let Some(frame) = self.frames.last_mut() {
            frame.lists = frame.lists.saturating_add_signed(by);
        }
    }

    /// 7.16.1.3: the list must have been started, and is of no use afterwards.
    pub(super) fn va_end(&mut self, list: Value) -> Step<()> {
        let (bytes, _) = self.started(list)?;
        self.open_lists(-1);
        let object = self.memory.change(bytes.object);
        object.set_state(bytes.offset..bytes.offset + LIST, state::UNINIT);
        self.side_effects += 1;
        Ok(())
    }

    /// 7.16.1.2.
    pub(super) fn va_copy(&mut self, to: Value, from: Value) -> Step<()> {
        let (_, list) = self.usable(from)?;
        let bytes = self.list(to)?;
        if self.started(to).is_ok() {
            return Err(Undefined::ArgumentList.into());
        }
        self.set_list(bytes, List { user: 0, ..list });
        self.open_lists(1);
        Ok(())
    }

    /// 7.16.1.1: the next argument, which must be of that type.
    pub(super) fn va_arg(
        &mut self,
        program: &Program,
        list: Value,
        ty: Ty,
        passed: bool,
    ) -> Step<Value> {
        let user = self.frames.last().filter(|_| passed).map_or(0, |frame| frame.serial);
        let (value, given) = self.next_argument(list, user)?;
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

    /// The next argument with its type; the list moves on for that user.
    pub(super) fn next_argument(&mut self, list: Value, user: u64) -> Step<(Value, Ty)> {
        let (bytes, list) = self.usable(list)?;
        let Some(frame) = self.frames.iter().rev().find(|frame| frame.serial == list.call) else {
            return Err(Undefined::ArgumentList.into());
        };
        let Some(&argument) = frame.variable.get(list.next as usize) else {
            return Err(Undefined::MissingArgument.into());
        };
        self.set_list(bytes, List { next: list.next + 1, user, ..list });
        Ok(argument)
    }

    /// A function of the library has used the list (7.21.6.8p2 and its footnote).
    pub(super) fn use_up(&mut self, list: Value) -> Step<()> {
        let (bytes, list) = self.usable(list)?;
        self.set_list(bytes, List { user: NOBODY, ..list });
        Ok(())
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
