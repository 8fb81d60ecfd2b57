//! Instructions that touch memory. LangRef, "Memory Access and Addressing Operations".
//! Atomic accesses are executed as if there were one thread.

use super::address;
use super::arithmetic;
use super::integer::Function;
use super::memory::byte::Bytes;
use super::memory::{Access, Origin, Plan};
use super::run::Machine;
use super::shape::Kind;
use super::stop::{Step, Stop, Undefined, Unspecified, unsupported};
use super::value::{Pointer, Value};
use super::world::Happening;
use crate::syntax::{
    Alloca, AtomicOp, AtomicRmw, BinaryOp, CmpXchg, Flags, Gep, Instruction, IntPredicate,
    MemoryAccess, Operand, Ty,
};

/// Bytes that take as long to go through as a step.
pub const LARGE: u64 = 512;

impl Machine<'_, '_> {
    /// The pointer to access memory through. LangRef, "'load' Instruction": poison and undef
    /// are undefined behaviour.
    pub fn pointer(&self, value: &Value) -> Step<Pointer> {
        match value {
            Value::Pointer(pointer) => Ok(*pointer),
            Value::Int(address) => Ok(Pointer::bare(*address)),
            Value::Unknown(why) => Err((*why).into()),
            Value::Partial(partial) if !partial.undef => Err(Unspecified::OpenPointer.into()),
            Value::Undef | Value::Poison | Value::Partial(_) => {
                Err(Undefined::PointerPoison.into())
            }
            _ => unsupported("an access through another kind of value"),
        }
    }

    /// LangRef, "'alloca' Instruction": new memory with undefined contents.
    pub fn alloca(&mut self, instruction: &Instruction, alloca: &Alloca) -> Step<Value> {
        if alloca.in_alloca || alloca.swift_error {
            return unsupported("this kind of alloca");
        }
        let shape = &self.code.shapes[alloca.ty];
        if let Kind::Refused(what) = shape.kind {
            return unsupported(what);
        }
        let count = match alloca.count {
            None => 1,
            Some(count) => match self.used(count) {
                Value::Unknown(why) => return Err(why.into()),
                value => match value.known() {
                    Some(count) => count,
                    None if value.has_undef_or_poison() => {
                        return Err(Undefined::AllocaPoison.into());
                    }
                    None => return Err(Unspecified::OpenLength.into()),
                },
            },
        };
        let size = count.saturating_mul(u128::from(shape.size));
        if size > 1 << 22 {
            return Err(Box::new(Stop::OutOfFuel));
        }
        self.fuel = self.fuel.saturating_sub(size as u64 / LARGE);
        let name =
            instruction.result.and_then(|id| self.frame.body.values[id.index()].name.clone());
        let plan = Plan {
            origin: Origin::Stack(self.frame.number),
            align: alloca.align.unwrap_or(shape.align).max(1),
            bytes: Bytes::undef(size as usize),
            constant: false,
            open_address: self.side.is_free(),
            name: name.map_or("an alloca".into(), |name| format!("%{name}")).into(),
        };
        let pointer = self.memory.allocate(plan)?;
        if let Some(id) = self.memory.object_of(pointer.tag) {
            self.frame.allocas.push(id);
            if self.side.is_free() && self.code.starts_later(self.frame.function, instruction) {
                self.memory.object_mut(id).life = super::memory::Life::Before;
            }
        }
        Ok(Value::Pointer(pointer))
    }

    pub fn load(
        &mut self,
        instruction: &Instruction,
        ty: Ty,
        pointer: Operand,
        access: &MemoryAccess,
    ) -> Step<Value> {
        let code = self.code;
        let from = self.pointer(self.get(pointer))?;
        let align = access.align.unwrap_or(code.shapes[ty].align);
        self.permitted(from, code.shapes[ty].store, Access::Read)?;
        if access.volatile {
            self.happens(Happening::VolatileLoad, from, ty, None)?;
        }
        if !instruction.metadata.is_empty() {
            self.alias_metadata(&instruction.metadata, from, code.shapes[ty].store, false)?;
        }
        self.lazily(from, ty)?;
        let value = self.memory.load(&code.shapes, ty, from, align)?;
        if access.atomic.is_some() {
            self.memory.mark_atomic(from);
        }
        let value = self.set_lanes(value, ty);
        if instruction.metadata.is_empty() {
            return Ok(value);
        }
        self.annotated(&instruction.metadata, ty, value)
    }

    /// Aggregates are lists, whatever lay in memory.
    fn set_lanes(&self, value: Value, ty: Ty) -> Value {
        match (&value, &self.code.shapes[ty].kind) {
            (Value::List(_), _) => value,
            (_, Kind::Vector { .. } | Kind::Array { .. } | Kind::Struct { .. }) => {
                self.code.uniform(ty, &value).unwrap_or(value)
            }
            _ => value,
        }
    }

    pub fn store(
        &mut self,
        instruction: &Instruction,
        value: Operand,
        pointer: Operand,
        access: &MemoryAccess,
    ) -> Step<()> {
        let code = self.code;
        let ty = self.ty(value);
        let to = self.pointer(self.get(pointer))?;
        let align = access.align.unwrap_or(code.shapes[ty].align);
        let value = self.get(value).clone();
        if !instruction.metadata.is_empty() {
            self.alias_metadata(&instruction.metadata, to, code.shapes[ty].store, true)?;
        }
        self.permitted(to, code.shapes[ty].store, Access::Write)?;
        if access.volatile {
            self.happens(Happening::VolatileStore, to, ty, Some(&value))?;
        }
        if access.atomic.is_some() {
            self.memory.mark_atomic(to);
        }
        self.memory.store(&code.shapes, ty, &value, to, align)
    }

    pub fn gep(&mut self, gep: &Gep) -> Step<Value> {
        let base = self.used_pointer(gep.base);
        let code = self.code;
        // The common case: one known index from a known pointer, without promises.
        let mut indices = Vec::with_capacity(gep.indices.len());
        for &index in &gep.indices {
            let value = self.used(index);
            indices.push((value, self.ty(index)));
        }
        let fixed = !self.side.is_free();
        let value =
            address::gep(code, &self.memory, gep.flags, gep.source, &base, &indices, fixed)?;
        // A vector of pointers from scalars only.
        match (&value, &code.shapes[gep.result].kind) {
            (Value::List(_), _) => Ok(value),
            (_, Kind::Vector { length, .. }) => Ok(Value::list(vec![value; *length as usize])),
            _ => Ok(value),
        }
    }

    /// A base of address arithmetic: undef stays undef.
    fn used_pointer(&mut self, operand: Operand) -> Value {
        self.used(operand)
    }

    /// LangRef, "'cmpxchg' Instruction".
    pub fn cmpxchg(&mut self, _: &Instruction, exchange: &CmpXchg) -> Step<Value> {
        let code = self.code;
        let ty = self.ty(exchange.new);
        let shape = &code.shapes[ty];
        let at = self.pointer(self.get(exchange.pointer))?;
        let align = exchange.align.unwrap_or(shape.store.max(1));
        let (expected, new) = (self.used(exchange.expected), self.used(exchange.new));
        if exchange.volatile {
            self.happens(Happening::VolatileStore, at, ty, Some(&new))?;
        }
        if exchange.weak && self.side.is_free() {
            // It may fail for no reason.
            return Err(Unspecified::OpenBranch.into());
        }
        self.permitted(at, code.shapes[ty].store, Access::Write)?;
        let old = self.memory.load(&code.shapes, ty, at, align)?;
        self.memory.mark_atomic(at);
        let width = code.scalar_width(ty)?;
        let fixed = !self.side.is_free();
        let old = self.settled(old, ty);
        let equal = address::compare(
            &self.memory,
            IntPredicate::Eq,
            Flags::NONE,
            width,
            &old,
            &expected,
            fixed,
        )?;
        let success = match equal {
            Value::Int(truth) => truth != 0,
            Value::Unknown(why) => return Err(why.into()),
            Value::Partial(partial) if !partial.undef => {
                return Err(Unspecified::OpenBranch.into());
            }
            _ => return Err(Undefined::BranchPoison.into()),
        };
        let written = if success { new } else { old.clone() };
        self.memory.store(&code.shapes, ty, &written, at, align)?;
        Ok(Value::list(vec![old, Value::bool(success)]))
    }

    /// LangRef, "'atomicrmw' Instruction".
    pub fn atomicrmw(&mut self, _: &Instruction, update: &AtomicRmw) -> Step<Value> {
        let code = self.code;
        let ty = self.ty(update.value);
        let at = self.pointer(self.get(update.pointer))?;
        let align = update.align.unwrap_or(code.shapes[ty].store.max(1));
        let operand = self.used(update.value);
        if update.volatile {
            self.happens(Happening::VolatileStore, at, ty, Some(&operand))?;
        }
        self.permitted(at, code.shapes[ty].store, Access::Write)?;
        let old = self.memory.load(&code.shapes, ty, at, align)?;
        self.memory.mark_atomic(at);
        let old = self.settled(old, ty);
        let new = self.updated(update.op, ty, &old, &operand)?;
        let new = self.settled(new, ty);
        self.memory.store(&code.shapes, ty, &new, at, align)?;
        Ok(old)
    }

    fn updated(&mut self, op: AtomicOp, ty: Ty, old: &Value, operand: &Value) -> Step<Value> {
        let code = self.code;
        let lane = code.lane(ty);
        if op == AtomicOp::Xchg {
            return Ok(operand.clone());
        }
        if code.float_kind(lane).is_some() {
            let format = code.format(lane)?;
            let operands = [old.clone(), operand.clone()];
            let float = |machine: &Self, op| {
                machine.floats(Flags::NONE, format, &operands, |it, of| it.binary(op, of[0], of[1]))
            };
            return Ok(match op {
                AtomicOp::FAdd => float(self, BinaryOp::FAdd),
                AtomicOp::FSub => float(self, BinaryOp::FSub),
                // As the intrinsics `maxnum` and `minnum` are.
                AtomicOp::FMax => {
                    self.min_max(Flags::NONE, format, &operands, |a, b| format.maxnum(a, b))
                }
                AtomicOp::FMin => {
                    self.min_max(Flags::NONE, format, &operands, |a, b| format.minnum(a, b))
                }
                AtomicOp::FMaximum => self.floats(Flags::NONE, format, &operands, |it, of| {
                    it.lift(of, |bits| format.maximum(bits[0], bits[1]))
                }),
                AtomicOp::FMinimum => self.floats(Flags::NONE, format, &operands, |it, of| {
                    it.lift(of, |bits| format.minimum(bits[0], bits[1]))
                }),
                _ => return unsupported("this atomic operation on floats"),
            });
        }
        let width = code.width(lane)?;
        let binary = |machine: &Self, op, a: &Value, b: &Value| {
            address::integer(&machine.memory, op, Flags::NONE, width, a, b)
        };
        let function = |it| arithmetic::function(it, width, old, operand);
        match op {
            AtomicOp::Add => binary(self, BinaryOp::Add, old, operand),
            AtomicOp::Sub => binary(self, BinaryOp::Sub, old, operand),
            AtomicOp::And => binary(self, BinaryOp::And, old, operand),
            AtomicOp::Or => binary(self, BinaryOp::Or, old, operand),
            AtomicOp::Xor => binary(self, BinaryOp::Xor, old, operand),
            AtomicOp::Nand => {
                let and = binary(self, BinaryOp::And, old, operand)?;
                let ones = Value::number(width, super::integer::mask(width));
                binary(self, BinaryOp::Xor, &and, &ones)
            }
            AtomicOp::Max => function(Function::SMax),
            AtomicOp::Min => function(Function::SMin),
            AtomicOp::UMax => function(Function::UMax),
            AtomicOp::UMin => function(Function::UMin),
            AtomicOp::USubSat => function(Function::USubSat),
            _ => self.wrapping_update(op, width, old, operand),
        }
    }

    /// `uinc_wrap`, `udec_wrap` and `usub_cond`, of known numbers.
    fn wrapping_update(
        &self,
        op: AtomicOp,
        width: u32,
        old: &Value,
        operand: &Value,
    ) -> Step<Value> {
        let (Some(old), Some(limit)) = (old.known(), operand.known()) else {
            return Err(Unspecified::OpenBranch.into());
        };
        Ok(Value::number(
            width,
            match op {
                AtomicOp::UIncWrap => {
                    if old >= limit {
                        0
                    } else {
                        old + 1
                    }
                }
                AtomicOp::UDecWrap => {
                    if old == 0 || old > limit {
                        limit
                    } else {
                        old - 1
                    }
                }
                AtomicOp::USubCond => {
                    if old >= limit {
                        old - limit
                    } else {
                        old
                    }
                }
                _ => return unsupported("this atomic operation"),
            },
        ))
    }
}
