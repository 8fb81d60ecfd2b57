//! Instructions that touch memory, as text.

use super::cursor::{Parsed, Parser, fault_at};
use super::lex::Token;
use crate::syntax::{
    Alloca, Atomic, AtomicOp, AtomicRmw, CmpXchg, Flags, Gep, MemoryAccess, Name, Op, Operand,
    Ordering, Ty, Type,
};

impl<'a> Parser<'a> {
    pub fn alloca(&mut self) -> Parsed<(Op, Option<Ty>)> {
        self.bump();
        let in_alloca = self.eat_word("inalloca");
        let swift_error = self.eat_word("swifterror");
        let start = self.start;
        let ty = self.ty()?;
        if matches!(self.module.types[ty], Type::Function { .. } | Type::Label | Type::Metadata) {
            return fault_at(self.since(start), "memory cannot have this type");
        }
        let (mut count, mut align, mut space) = (None, None, None);
        while self.comma() {
            match self.token {
                Token::Word("align") => align = self.alignment()?,
                Token::Word("addrspace") => space = self.address_space()?,
                _ => {
                    let start = self.start;
                    let (ty, value) = self.typed_value()?;
                    if self.module.types.int_width(ty).is_none() {
                        return fault_at(self.since(start), "the number of elements is an integer");
                    }
                    count = Some(value);
                }
            }
        }
        let to = self.typed_pointers.then_some(ty);
        let pointer = Type::Pointer { space: space.unwrap_or(0), to };
        let pointer = self.module.types.intern(pointer);
        let alloca = Alloca { ty, count, align, space, in_alloca, swift_error, pointer };
        Ok((Op::Alloca(Box::new(alloca)), Some(pointer)))
    }

    /// `, P pointer`, where a typed pointer must point to `ty`.
    fn pointer_to(&mut self, ty: Ty) -> Parsed<Operand> {
        self.expect(b',')?;
        let start = self.start;
        let (found, pointer) = self.typed_value()?;
        match self.module.types[found] {
            Type::Pointer { to: None, .. } => Ok(pointer),
            Type::Pointer { to: Some(to), .. } if to == ty => Ok(pointer),
            Type::Pointer { .. } => {
                let (found, ty) = (self.show(found), self.show(ty));
                fault_at(self.since(start), format!("`{found}` does not point to `{ty}`"))
            }
            _ => fault_at(self.since(start), "memory is accessed through a pointer"),
        }
    }

    pub fn load(&mut self) -> Parsed<(Op, Option<Ty>)> {
        self.bump();
        let atomic = self.eat_word("atomic");
        let volatile = self.eat_word("volatile");
        let start = self.start;
        let ty = self.ty()?;
        if matches!(self.module.types[ty], Type::Function { .. } | Type::Label | Type::Metadata) {
            return fault_at(self.since(start), "this type cannot be loaded");
        }
        let pointer = self.pointer_to(ty)?;
        let access = self.access(atomic, volatile)?;
        Ok((Op::Load { ty, pointer, access }, Some(ty)))
    }

    pub fn store(&mut self) -> Parsed<(Op, Option<Ty>)> {
        self.bump();
        let atomic = self.eat_word("atomic");
        let volatile = self.eat_word("volatile");
        let (ty, value) = self.typed_value()?;
        let pointer = self.pointer_to(ty)?;
        let access = self.access(atomic, volatile)?;
        Ok((Op::Store { value, pointer, access }, None))
    }

    fn access(&mut self, atomic: bool, volatile: bool) -> Parsed<MemoryAccess> {
        let atomic = if atomic {
            let scope = self.scope()?;
            Some(Box::new(Atomic { ordering: self.ordering()?, scope }))
        } else {
            None
        };
        let align = if self.comma() { self.required_alignment()? } else { None };
        Ok(MemoryAccess { volatile, align, atomic })
    }

    fn required_alignment(&mut self) -> Parsed<Option<u64>> {
        if !self.at_word("align") {
            return self.expected("`align`");
        }
        self.alignment()
    }

    /// `syncscope("…")`
    fn scope(&mut self) -> Parsed<Option<Name>> {
        if !self.eat_word("syncscope") {
            return Ok(None);
        }
        self.expect(b'(')?;
        let scope = self.text()?;
        self.expect(b')')?;
        Ok(Some(scope))
    }

    fn ordering(&mut self) -> Parsed<Ordering> {
        match self.eat_one_of(Ordering::from_word) {
            Some(ordering) => Ok(ordering),
            None => self.expected("an ordering"),
        }
    }

    pub fn gep(&mut self) -> Parsed<(Op, Option<Ty>)> {
        let start = self.start;
        self.bump();
        let flags = self.flags(Flags::INBOUNDS.with(Flags::NUSW).with(Flags::NUW))?;
        let source = self.ty()?;
        self.expect(b',')?;
        let (base_ty, base) = self.typed_value()?;
        let (mut indices, mut types, mut in_range) = (Vec::new(), Vec::new(), None);
        while self.comma() {
            if self.eat_word("inrange") {
                in_range = Some(indices.len() as u32);
            }
            let (ty, index) = self.typed_value()?;
            let constant = match index {
                Operand::Const(constant) => Some(constant),
                Operand::Local(_) => None,
            };
            types.push((ty, constant));
            indices.push(index);
        }
        let result = self.gep_type(start, source, base_ty, &types)?;
        let gep = Gep { flags, source, base, indices, in_range, result };
        Ok((Op::Gep(Box::new(gep)), Some(result)))
    }

    pub fn fence(&mut self) -> Parsed<(Op, Option<Ty>)> {
        self.bump();
        let scope = self.scope()?;
        let start = self.start;
        let ordering = self.ordering()?;
        if matches!(ordering, Ordering::Unordered | Ordering::Monotonic) {
            return fault_at(self.since(start), "a fence cannot be that weak");
        }
        Ok((Op::Fence { ordering, scope }, None))
    }

    pub fn compare_exchange(&mut self) -> Parsed<(Op, Option<Ty>)> {
        let start = self.start;
        self.bump();
        let weak = self.eat_word("weak");
        let volatile = self.eat_word("volatile");
        let (pointer_ty, pointer) = self.typed_value()?;
        self.expect(b',')?;
        let (ty, expected) = self.typed_value()?;
        self.expect(b',')?;
        let (new_ty, new) = self.typed_value()?;
        if ty != new_ty {
            return fault_at(self.since(start), "what is compared and exchanged has one type");
        }
        self.check_points_to(start, pointer_ty, ty)?;
        let scope = self.scope()?;
        let success = self.ordering()?;
        let failure = self.ordering()?;
        let align = if self.comma() { self.required_alignment()? } else { None };
        let bit = self.module.types.int(1);
        let fields = [ty, bit].into();
        let result = self.module.types.intern(Type::Struct { packed: false, fields });
        let exchange =
            CmpXchg { weak, volatile, pointer, expected, new, scope, success, failure, align };
        Ok((Op::CmpXchg(Box::new(exchange)), Some(result)))
    }

    pub fn atomic_update(&mut self) -> Parsed<(Op, Option<Ty>)> {
        let start = self.start;
        self.bump();
        let volatile = self.eat_word("volatile");
        let Some(op) = self.eat_one_of(AtomicOp::from_word) else {
            return self.expected("an atomic operation");
        };
        let (pointer_ty, pointer) = self.typed_value()?;
        self.expect(b',')?;
        let (ty, value) = self.typed_value()?;
        self.check_points_to(start, pointer_ty, ty)?;
        let scope = self.scope()?;
        let ordering = self.ordering()?;
        let align = if self.comma() { self.required_alignment()? } else { None };
        let update = AtomicRmw { volatile, op, pointer, value, scope, ordering, align };
        Ok((Op::AtomicRmw(Box::new(update)), Some(ty)))
    }

    fn check_points_to(&self, start: usize, pointer: Ty, ty: Ty) -> Parsed<()> {
        match self.module.types[pointer] {
            Type::Pointer { to, .. } if to.is_none_or(|to| to == ty) => Ok(()),
            _ => fault_at(self.since(start), "memory is accessed through a pointer to its type"),
        }
    }
}
