//! Intrinsics that copy, fill, and start or end lifetimes. LangRef, "'llvm.memcpy' Intrinsic"
//! and its neighbours, "Memory Use Markers".

use super::super::access::LARGE;
use super::super::memory::byte::{Bytes, Shadow};
use super::super::memory::{Access, Origin};
use super::super::run::Machine;
use super::super::stop::{Step, Undefined, Unspecified, unsupported};
use super::super::value::{Pointer, Value};
use super::Intrinsic;
use crate::syntax::{Argument, Attachment, Attribute, Call, Instruction, IntAttribute, Operand};

impl Machine<'_, '_> {
    pub(super) fn memory_intrinsic(
        &mut self,
        it: &Intrinsic,
        instruction: &Instruction,
        call: &Call,
    ) -> Step<Option<Value>> {
        match it {
            Intrinsic::Memcpy => self.copy(instruction, call, false)?,
            Intrinsic::Memmove => self.copy(instruction, call, true)?,
            Intrinsic::Memset => self.fill(instruction, call)?,
            Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd => {
                self.lifetime(call, *it == Intrinsic::LifetimeStart)?;
            }
            _ => return unsupported("saving the stack pointer"),
        }
        Ok(None)
    }

    fn length(&mut self, operand: Operand) -> Step<u64> {
        match self.used(operand) {
            Value::Unknown(why) => Err(why.into()),
            value => match value.known() {
                // More than any object has.
                Some(length) => Ok(u64::try_from(length).unwrap_or(u64::MAX)),
                None if value.has_undef_or_poison() => Err(Undefined::LengthPoison.into()),
                None => Err(Unspecified::OpenLength.into()),
            },
        }
    }

    /// The alignment that a pointer argument promises.
    fn promised_align(&self, call: &Call, at: usize) -> u64 {
        let Some(Argument::Value { attributes, .. }) = call.args.get(at) else { return 1 };
        let align = attributes.iter().find_map(|attribute| match attribute {
            Attribute::Int(IntAttribute::Align, align) => Some(*align),
            _ => None,
        });
        align.unwrap_or(1)
    }

    fn is_volatile(&mut self, call: &Call) -> Step<bool> {
        // Before LLVM 7 the alignment stood before it.
        let operand = self.argument(call, if call.args.len() == 5 { 4 } else { 3 })?;
        Ok(self.get(operand).known() == Some(1))
    }

    fn copy(&mut self, instruction: &Instruction, call: &Call, may_overlap: bool) -> Step<()> {
        let (to, from) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let length = self.argument(call, 2)?;
        let length = self.length(length)?;
        if self.is_volatile(call)? {
            return unsupported("a volatile copy");
        }
        if length == 0 {
            return Ok(());
        }
        if self.is_given_own(call) {
            return Err(Undefined::TailCaller.into());
        }
        if self.denies(call, true, true) {
            return Err(Undefined::MemoryEffect.into());
        }
        let (to, from) = (self.pointer(self.get(to))?, self.pointer(self.get(from))?);
        let overlap = to.address.abs_diff(from.address) < length && to.address != from.address;
        let one = self.memory.object_of(to.tag) == self.memory.object_of(from.tag);
        if !may_overlap && overlap && one {
            return Err(Undefined::Overlap.into());
        }
        self.access_range(instruction, from, length, Access::Read)?;
        self.access_range(instruction, to, length, Access::Write)?;
        let bytes = self.memory.read_bytes(from, length, self.promised_align(call, 1))?;
        self.touch_range(from, length);
        self.memory.write_bytes(to, &bytes, self.promised_align(call, 0))?;
        self.touch_range(to, length);
        self.fuel = self.fuel.saturating_sub(length / 16);
        Ok(())
    }

    /// What metadata and the functions on the stack say to an access.
    fn access_range(
        &mut self,
        instruction: &Instruction,
        pointer: Pointer,
        length: u64,
        access: Access,
    ) -> Step<()> {
        // What `tbaa.struct` says of parts is not held against accesses to them.
        let whole = |it: &&Attachment| &*it.kind.text() != "tbaa.struct";
        let metadata: Vec<Attachment> =
            instruction.metadata.iter().filter(whole).cloned().collect();
        self.alias_metadata(&metadata, pointer, length, access == Access::Write)?;
        self.permitted(pointer, length, access)
    }

    fn touch_range(&mut self, pointer: Pointer, length: u64) {
        if let Some(id) = self.memory.object_of(pointer.tag) {
            let offset = pointer.address.wrapping_sub(self.memory.object(id).address);
            self.touch(id, offset, length);
        }
    }

    fn fill(&mut self, instruction: &Instruction, call: &Call) -> Step<()> {
        let (to, value) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let length = self.argument(call, 2)?;
        let length = self.length(length)?;
        // Of how many accesses it consists is not said.
        if self.is_volatile(call)? {
            return unsupported("a volatile fill");
        }
        if length == 0 {
            return Ok(());
        }
        if self.is_given_own(call) {
            return Err(Undefined::TailCaller.into());
        }
        if self.denies(call, false, true) {
            return Err(Undefined::MemoryEffect.into());
        }
        if length > 1 << 22 {
            return unsupported("a fill of that size");
        }
        let to = self.pointer(self.get(to))?;
        let byte = self.get(value).clone();
        self.access_range(instruction, to, length, Access::Write)?;
        let ty = self.ty(value);
        let one = super::super::memory::encode(&self.code.shapes, ty, &byte, self.side.is_free())?;
        let mut bytes = Bytes::known(vec![0; length as usize]);
        bytes.fill(0, length as usize, one.values[0], one.shadow(0));
        self.memory.write_bytes(to, &bytes, self.promised_align(call, 0))?;
        self.touch_range(to, length);
        self.fuel = self.fuel.saturating_sub(length / 16);
        Ok(())
    }

    /// LangRef, "'llvm.lifetime.start' Intrinsic": of something else than an alloca they make
    /// its contents undefined.
    fn lifetime(&mut self, call: &Call, start: bool) -> Step<()> {
        // Since 22 the pointer stands alone.
        let pointer = self.argument(call, call.args.len().saturating_sub(1))?;
        let pointer = match self.get(pointer) {
            Value::Pointer(pointer) => *pointer,
            Value::Poison | Value::Undef => return Ok(()),
            _ => return Err(Unspecified::OpenPointer.into()),
        };
        let Some(id) = self.memory.object_of(pointer.tag) else { return Ok(()) };
        let object = self.memory.object(id);
        self.fuel = self.fuel.saturating_sub(object.size() / LARGE);
        let whole = pointer.address == object.address;
        match object.origin {
            Origin::Stack(_) if whole && start => self.memory.start_life(id),
            Origin::Stack(_) if whole && self.side.is_free() => self.memory.end_life(id),
            // Where the run chooses, dead memory is memory with undefined contents.
            Origin::Stack(_) if whole => self.memory.start_life(id),
            _ => {
                // A part of an object, or one that is no alloca.
                if !self.side.is_free() {
                    return Err(Unspecified::Attribute.into());
                }
                let offset = pointer.address.wrapping_sub(object.address) as usize;
                let size = object.bytes.len();
                if offset < size && !object.constant {
                    let shadow = if start { Shadow::UNDEF } else { Shadow::POISON };
                    self.memory.bytes_mut(id).fill(offset, size - offset, 0, shadow);
                }
            }
        }
        Ok(())
    }
}
