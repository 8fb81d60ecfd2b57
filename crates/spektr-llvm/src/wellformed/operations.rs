//! LangRef, Instruction Reference: which types each operation takes, and that its register has
//! the type of its result.

use std::collections::HashSet;

use super::{Checker, is_sized};
use crate::syntax::{
    Atomic, AtomicOp, AtomicRmw, CmpXchg, Instruction, MemoryAccess, Op, Operand, Ordering, Ty,
    Type,
};
use crate::typing;

type Rule = Result<(), String>;

/// A rule that holds or is complained of.
fn must(holds: bool, message: &str) -> Rule {
    if holds { Ok(()) } else { Err(message.to_string()) }
}

impl Checker<'_> {
    pub fn check_operation(&self, instruction: &Instruction) -> Rule {
        self.check_ranges(&instruction.op)?;
        let result = typing::result(self.module, self.body, &instruction.op)?;
        let register = instruction.result.map(|value| self.body.values[value.index()].ty);
        must(result == register, "the register does not have the type of the result")?;
        self.check_operands(&instruction.op)
    }

    /// All operands exist.
    fn check_ranges(&self, op: &Op) -> Rule {
        let exists = |operand: &Operand| match operand {
            Operand::Local(value) => value.index() < self.body.values.len(),
            Operand::Const(constant) => constant.index() < self.module.constants.len(),
        };
        must(op.operands().iter().all(exists), "there is no such operand")
    }

    fn kind(&self, ty: Ty) -> &Type {
        &self.module.types[ty]
    }

    fn scalar(&self, operand: Operand) -> &Type {
        &self.module.types[self.module.types.scalar(self.ty(operand))]
    }

    fn is_int(&self, operand: Operand) -> bool {
        matches!(self.kind(self.ty(operand)), Type::Int(_))
    }

    fn check_operands(&self, op: &Op) -> Rule {
        let types = &self.module.types;
        match op {
            Op::FNeg { value, .. } => {
                must(matches!(self.scalar(*value), Type::Float(_)), "`fneg` works on floats")
            }
            Op::Binary { op, left, right, .. } => {
                must(self.ty(*left) == self.ty(*right), "both operands have one type")?;
                typing::binary(types, *op, self.ty(*left))
            }
            Op::ICmp { left, right, .. } => {
                must(self.ty(*left) == self.ty(*right), "both operands have one type")?;
                let fits = matches!(self.scalar(*left), Type::Int(_) | Type::Pointer { .. });
                must(fits, "`icmp` compares integers or pointers")
            }
            Op::FCmp { left, right, .. } => {
                must(self.ty(*left) == self.ty(*right), "both operands have one type")?;
                must(matches!(self.scalar(*left), Type::Float(_)), "`fcmp` compares floats")
            }
            Op::Cast { op, value, to, .. } => typing::cast(types, *op, self.ty(*value), *to),
            Op::Select { condition, yes, no, .. } => self.check_select(*condition, *yes, *no),
            Op::Freeze(value) => must(
                !matches!(self.kind(self.ty(*value)), Type::Token | Type::Metadata),
                "only values are frozen",
            ),
            Op::Gep(gep) => {
                must(is_sized(types, gep.source), "`getelementptr` walks through sized types")?;
                let pointer = matches!(self.scalar(gep.base), Type::Pointer { .. });
                must(pointer, "the base of `getelementptr` is a pointer")?;
                let ints = gep.indices.iter().all(|&it| matches!(self.scalar(it), Type::Int(_)));
                must(ints, "indices are integers")?;
                let constants = gep.indices.iter().map(|index| match index {
                    Operand::Const(constant) => Some(*constant),
                    Operand::Local(_) => None,
                });
                let inner = typing::walked(types, &self.module.constants, gep.source, constants)?;
                let fits = match self.kind(types.scalar(gep.result)) {
                    Type::Pointer { to, .. } => to.is_none_or(|to| to == inner),
                    _ => false,
                };
                must(fits, "`getelementptr` yields a pointer to what its indices lead to")
            }
            Op::Alloca(alloca) => {
                must(is_sized(types, alloca.ty), "memory has a type with a size")?;
                must(alloca.count.is_none_or(|it| self.is_int(it)), "a count is an integer")
            }
            Op::Load { ty, pointer, access } => {
                self.check_pointer(*pointer, *ty)?;
                self.check_access(access, *ty, true)
            }
            Op::Store { value, pointer, access } => {
                self.check_pointer(*pointer, self.ty(*value))?;
                self.check_access(access, self.ty(*value), false)
            }
            Op::CmpXchg(exchange) => self.check_exchange(exchange),
            Op::AtomicRmw(update) => self.check_update(update),
            Op::Call(_) | Op::Invoke { .. } | Op::CallBr { .. } => self.check_call(op),
            _ => self.check_rest(op),
        }
    }

    fn check_rest(&self, op: &Op) -> Rule {
        let types = &self.module.types;
        match op {
            Op::ExtractElement { vector, index } => {
                let fits = matches!(self.kind(self.ty(*vector)), Type::Vector { .. });
                must(fits && self.is_int(*index), "`extractelement` takes a vector and an index")
            }
            Op::InsertElement { vector, element, index } => {
                let fits = match self.kind(self.ty(*vector)) {
                    Type::Vector { element: wanted, .. } => *wanted == self.ty(*element),
                    _ => false,
                };
                let message = "`insertelement` takes a vector, an element of it and an index";
                must(fits && self.is_int(*index), message)
            }
            Op::ShuffleVector { left, right, .. } => {
                must(self.ty(*left) == self.ty(*right), "both operands have one type")
            }
            Op::InsertValue { aggregate, element, indices } => {
                let wanted = typing::indexed(types, self.ty(*aggregate), indices)?;
                must(wanted == self.ty(*element), "the element has another type than its place")
            }
            Op::CondBr { condition, .. } => must(
                *self.kind(self.ty(*condition)) == Type::Int(1),
                "the condition of a branch is `i1`",
            ),
            Op::Switch { value, cases, .. } => {
                let ty = self.ty(*value);
                let typed = cases.iter().all(|(case, _)| self.module.constants.ty(*case) == ty);
                must(typed && self.is_int(*value), "cases have the type of what is switched over")?;
                let mut seen = HashSet::new();
                must(cases.iter().all(|(case, _)| seen.insert(*case)), "a case stands there twice")
            }
            Op::Ret(value) => self.check_return(*value),
            Op::IndirectBr { address, .. } => must(
                matches!(self.kind(self.ty(*address)), Type::Pointer { .. }),
                "`indirectbr` takes an address",
            ),
            Op::Fence { ordering, .. } => must(
                !matches!(ordering, Ordering::Unordered | Ordering::Monotonic),
                "a fence cannot be that weak",
            ),
            _ => Ok(()),
        }
    }

    fn check_select(&self, condition: Operand, yes: Operand, no: Operand) -> Rule {
        must(self.ty(yes) == self.ty(no), "both sides of a select have one type")?;
        let lanes = |ty: Ty| match *self.kind(ty) {
            Type::Vector { scalable, length, .. } => Some((scalable, length)),
            _ => None,
        };
        let condition = self.ty(condition);
        let bit = *self.kind(self.module.types.scalar(condition)) == Type::Int(1);
        let fits = lanes(condition).is_none() || lanes(condition) == lanes(self.ty(yes));
        must(bit && fits, "the condition of a select is `i1`, or a vector of equal lanes")
    }

    fn check_return(&self, value: Option<Operand>) -> Rule {
        let result = self.module.signature(self.global.ty).map(|signature| signature.0);
        let wanted = result.filter(|&ty| *self.kind(ty) != Type::Void);
        let found = value.map(|value| self.ty(value));
        must(found == wanted, "what is returned has the type of the function's result")
    }

    /// The operand is a pointer, and a typed one points to `ty`.
    fn check_pointer(&self, pointer: Operand, ty: Ty) -> Rule {
        match self.kind(self.ty(pointer)) {
            Type::Pointer { to, .. } if to.is_none_or(|to| to == ty) => {
                must(is_sized(&self.module.types, ty), "memory has a type with a size")
            }
            _ => Err("memory is accessed through a pointer to its type".into()),
        }
    }

    /// LangRef, `load` and `store`: orderings, types and alignment of atomic accesses.
    fn check_access(&self, access: &MemoryAccess, ty: Ty, load: bool) -> Rule {
        let Some(atomic) = &access.atomic else { return Ok(()) };
        let Atomic { ordering, .. } = **atomic;
        let fits = match ordering {
            Ordering::Release => !load,
            Ordering::Acquire => load,
            Ordering::AcqRel => false,
            Ordering::Unordered | Ordering::Monotonic | Ordering::SeqCst => true,
        };
        must(fits, "this access cannot have this ordering")?;
        must(access.align.is_some(), "an atomic access states its alignment")?;
        let scalar = matches!(
            self.kind(ty),
            Type::Int(_) | Type::Float(_) | Type::Pointer { .. } | Type::Vector { .. }
        );
        must(scalar, "an atomic access is of an integer, float or pointer")
    }

    fn check_exchange(&self, exchange: &CmpXchg) -> Rule {
        let ty = self.ty(exchange.new);
        must(self.ty(exchange.expected) == ty, "what is compared and exchanged has one type")?;
        self.check_pointer(exchange.pointer, ty)?;
        let fits = matches!(self.kind(ty), Type::Int(_) | Type::Pointer { .. });
        must(fits, "`cmpxchg` works on integers and pointers")?;
        let weak = exchange.success == Ordering::Unordered
            || matches!(
                exchange.failure,
                Ordering::Unordered | Ordering::Release | Ordering::AcqRel
            );
        must(!weak, "`cmpxchg` cannot have these orderings")
    }

    fn check_update(&self, update: &AtomicRmw) -> Rule {
        let ty = self.ty(update.value);
        self.check_pointer(update.pointer, ty)?;
        must(update.ordering != Ordering::Unordered, "`atomicrmw` cannot be unordered")?;
        let scalar = self.kind(self.module.types.scalar(ty));
        let fits = match update.op {
            AtomicOp::Xchg => {
                matches!(scalar, Type::Int(_) | Type::Float(_) | Type::Pointer { .. })
            }
            AtomicOp::FAdd
            | AtomicOp::FSub
            | AtomicOp::FMax
            | AtomicOp::FMin
            | AtomicOp::FMaximum
            | AtomicOp::FMinimum => matches!(scalar, Type::Float(_)),
            _ => matches!(self.kind(ty), Type::Int(_)),
        };
        must(fits, "`atomicrmw` cannot do this with values of this type")
    }
}
