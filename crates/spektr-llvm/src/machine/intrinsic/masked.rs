//! Masked loads and stores. LangRef, "Masked Vector Load and Store Intrinsics", "Masked Vector
//! Gather and Scatter Intrinsics", "Masked Vector Expanding Load and Compressing Store
//! Intrinsics": lanes whose mask is off are not touched.

use super::super::memory::Access;
use super::super::run::Machine;
use super::super::stop::{Step, Undefined, Unspecified, unsupported};
use super::super::value::{Pointer, Value};
use super::Intrinsic;
use crate::syntax::{Argument, Attribute, Call, Instruction, IntAttribute, Operand, Ty};

impl Machine<'_, '_> {
    pub(super) fn masked(
        &mut self,
        it: &Intrinsic,
        instruction: &Instruction,
        call: &Call,
    ) -> Step<Option<Value>> {
        let loads = matches!(it, Intrinsic::MaskedLoad | Intrinsic::Gather | Intrinsic::ExpandLoad);
        // Undefined, if a lane is on.
        if self.side.is_free() && self.denies(call, loads, !loads) {
            return Err(Unspecified::Attribute.into());
        }
        match it {
            Intrinsic::MaskedLoad => self.masked_load(instruction, call).map(Some),
            Intrinsic::MaskedStore => self.masked_store(instruction, call).map(|()| None),
            Intrinsic::Gather => self.gather(instruction, call).map(Some),
            Intrinsic::Scatter => self.scatter(instruction, call).map(|()| None),
            Intrinsic::ExpandLoad => self.expand_load(instruction, call).map(Some),
            Intrinsic::CompressStore => self.compress_store(instruction, call).map(|()| None),
            _ => unsupported("this masked access"),
        }
    }

    /// Which lanes are on. A lane that is poison or undef is undefined behaviour if an access
    /// hangs on it.
    fn mask(&mut self, operand: Operand) -> Step<Vec<bool>> {
        let lanes = self.elements(operand)?;
        let free = self.side.is_free();
        let on = |lane: &Value| match lane {
            Value::Int(truth) => Ok(*truth != 0),
            Value::Unknown(why) => Err((*why).into()),
            Value::Partial(partial) if !partial.undef => Err(Unspecified::OpenBranch.into()),
            _ if free => Err(Undefined::BranchPoison.into()),
            _ => Err(Unspecified::OpenBranch.into()),
        };
        lanes.iter().map(on).collect()
    }

    fn element_of(&self, instruction: &Instruction) -> Step<Ty> {
        match instruction.result {
            Some(result) => Ok(self.code.lane(self.frame.body.values[result.index()].ty)),
            None => unsupported("a load without a result"),
        }
    }

    /// The alignment of an access and the number of the argument behind it: an argument after the
    /// pointer, or since 22 an attribute of the pointer.
    fn alignment(&self, call: &Call, pointer: usize) -> Step<(u64, usize)> {
        if call.args.len() == 4 {
            let operand = self.argument(call, pointer + 1)?;
            let align = self.get(operand).known().unwrap_or(1) as u64;
            return Ok((align, pointer + 2));
        }
        Ok((Self::pointer_align(call, pointer), pointer + 1))
    }

    fn stride(&self, element: Ty) -> Step<u64> {
        let bits = self.code.shapes[element].bits;
        if !bits.is_multiple_of(8) {
            return unsupported("a masked access to single bits");
        }
        Ok(bits / 8)
    }

    fn load_lane(
        &mut self,
        instruction: &Instruction,
        at: Pointer,
        element: Ty,
        align: u64,
    ) -> Step<Value> {
        let code = self.code;
        if !instruction.metadata.is_empty() {
            self.alias_metadata(&instruction.metadata, at, code.shapes[element].store, false)?;
        }
        self.permitted(at, code.shapes[element].store, Access::Read)?;
        self.lazily(at, element)?;
        self.memory.load(&code.shapes, element, at, align)
    }

    fn store_lane(
        &mut self,
        instruction: &Instruction,
        at: Pointer,
        element: Ty,
        value: &Value,
        align: u64,
    ) -> Step<()> {
        let code = self.code;
        if !instruction.metadata.is_empty() {
            self.alias_metadata(&instruction.metadata, at, code.shapes[element].store, true)?;
        }
        self.permitted(at, code.shapes[element].store, Access::Write)?;
        self.memory.store(&code.shapes, element, value, at, align)
    }

    fn masked_load(&mut self, instruction: &Instruction, call: &Call) -> Step<Value> {
        let element = self.element_of(instruction)?;
        let pointer = self.argument(call, 0)?;
        let (align, next) = self.alignment(call, 0)?;
        let (mask, rest) = (self.argument(call, next)?, self.argument(call, next + 1)?);
        let (align, mask) = (align.max(1), self.mask(mask)?);
        let mut values = match self.get(rest) {
            Value::List(values) => values.to_vec(),
            _ => return unsupported("another kind of value where a vector belongs"),
        };
        let aligned = match self.get(pointer) {
            Value::Pointer(pointer) => self.memory.is_aligned(*pointer, align),
            _ => None,
        };
        // Whether the alignment is promised when all lanes are off is not said.
        if aligned == Some(false) && self.side.is_free() {
            return Err(Undefined::Misaligned.into());
        }
        if !mask.iter().any(|&on| on) {
            return Ok(Value::list(values));
        }
        let base = self.pointer(self.get(pointer))?;
        self.base_aligned(base, align)?;
        let stride = self.stride(element)?;
        for at in (0..mask.len()).filter(|&at| mask[at]) {
            let place = moved(base, at as u64 * stride);
            values[at] = self.load_lane(instruction, place, element, 1)?;
        }
        Ok(Value::list(values))
    }

    fn base_aligned(&self, base: Pointer, align: u64) -> Step<()> {
        match self.memory.is_aligned(base, align) {
            Some(true) => Ok(()),
            _ => Err(Undefined::Misaligned.into()),
        }
    }

    fn masked_store(&mut self, instruction: &Instruction, call: &Call) -> Step<()> {
        let (value, pointer) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let (align, next) = self.alignment(call, 1)?;
        let mask = self.argument(call, next)?;
        let element = self.lane_ty(value);
        let (align, mask) = (align.max(1), self.mask(mask)?);
        let Value::List(values) = self.get(value).clone() else {
            return unsupported("another kind of value where a vector belongs");
        };
        if !mask.iter().any(|&on| on) {
            return Ok(());
        }
        let base = self.pointer(self.get(pointer))?;
        self.base_aligned(base, align)?;
        let stride = self.stride(element)?;
        for at in (0..mask.len()).filter(|&at| mask[at]) {
            self.store_lane(instruction, moved(base, at as u64 * stride), element, &values[at], 1)?;
        }
        Ok(())
    }

    fn gather(&mut self, instruction: &Instruction, call: &Call) -> Step<Value> {
        let element = self.element_of(instruction)?;
        let pointers = self.argument(call, 0)?;
        let (align, next) = self.alignment(call, 0)?;
        let (mask, rest) = (self.argument(call, next)?, self.argument(call, next + 1)?);
        let mask = self.mask(mask)?;
        let align = if align == 0 { self.code.shapes[element].align } else { align };
        let (Value::List(pointers), Value::List(rest)) =
            (self.get(pointers).clone(), self.get(rest).clone())
        else {
            return unsupported("another kind of value where a vector belongs");
        };
        let mut values = rest.to_vec();
        for at in (0..mask.len()).filter(|&at| mask[at]) {
            let place = self.pointer(&pointers[at])?;
            values[at] = self.load_lane(instruction, place, element, align)?;
        }
        Ok(Value::list(values))
    }

    fn scatter(&mut self, instruction: &Instruction, call: &Call) -> Step<()> {
        let (value, pointers) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let (align, next) = self.alignment(call, 1)?;
        let mask = self.argument(call, next)?;
        let element = self.lane_ty(value);
        let mask = self.mask(mask)?;
        let align = if align == 0 { self.code.shapes[element].align } else { align };
        let (Value::List(values), Value::List(pointers)) =
            (self.get(value).clone(), self.get(pointers).clone())
        else {
            return unsupported("another kind of value where a vector belongs");
        };
        for at in (0..mask.len()).filter(|&at| mask[at]) {
            let place = self.pointer(&pointers[at])?;
            self.store_lane(instruction, place, element, &values[at], align)?;
        }
        Ok(())
    }

    /// The alignment attribute of a pointer argument.
    fn pointer_align(call: &Call, at: usize) -> u64 {
        let Some(Argument::Value { attributes, .. }) = call.args.get(at) else { return 1 };
        let align = attributes.iter().find_map(|attribute| match attribute {
            Attribute::Int(IntAttribute::Align, align) => Some(*align),
            _ => None,
        });
        align.unwrap_or(1)
    }

    fn expand_load(&mut self, instruction: &Instruction, call: &Call) -> Step<Value> {
        let element = self.element_of(instruction)?;
        let (pointer, mask) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let rest = self.argument(call, 2)?;
        let mask = self.mask(mask)?;
        let Value::List(rest) = self.get(rest).clone() else {
            return unsupported("another kind of value where a vector belongs");
        };
        let mut values = rest.to_vec();
        let (mut next, stride) = (0, self.stride(element)?);
        for at in (0..mask.len()).filter(|&at| mask[at]) {
            let base = self.pointer(self.get(pointer))?;
            self.base_aligned(base, Self::pointer_align(call, 0))?;
            values[at] = self.load_lane(instruction, moved(base, next), element, 1)?;
            next += stride;
        }
        Ok(Value::list(values))
    }

    fn compress_store(&mut self, instruction: &Instruction, call: &Call) -> Step<()> {
        let (value, pointer) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let mask = self.argument(call, 2)?;
        let element = self.lane_ty(value);
        let mask = self.mask(mask)?;
        let Value::List(values) = self.get(value).clone() else {
            return unsupported("another kind of value where a vector belongs");
        };
        let (mut next, stride) = (0, self.stride(element)?);
        for at in (0..mask.len()).filter(|&at| mask[at]) {
            let base = self.pointer(self.get(pointer))?;
            self.store_lane(instruction, moved(base, next), element, &values[at], 1)?;
            next += stride;
        }
        Ok(())
    }
}

fn moved(pointer: Pointer, by: u64) -> Pointer {
    Pointer { tag: pointer.tag, address: pointer.address.wrapping_add(by) }
}
