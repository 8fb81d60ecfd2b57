//! Instructions as text, except those that touch memory and those that call.

use super::cursor::{Parsed, Parser, fault_at};
use super::lex::Token;
use crate::syntax::{
    BinaryOp, BlockId, CastOp, ConstId, Flags, FloatPredicate, Instruction, IntPredicate, Op,
    Operand, Ty, Type,
};
use crate::typing;

impl<'a> Parser<'a> {
    /// `%result = op …, !kind !7`
    pub fn instruction(&mut self) -> Parsed<Instruction> {
        let start = self.start;
        let mut name = None;
        if let Token::Local(symbol) = self.token {
            name = Some((symbol, self.here()));
            self.bump();
            self.expect(b'=')?;
        }
        let Token::Word(word) = self.token else { return self.expected("an instruction") };
        self.attachment_next = false;
        let (op, ty) = self.operation(word)?;
        let span = self.since(start);
        let metadata = self.trailing_attachments()?;
        let result = match (ty, name) {
            (Some(ty), Some((symbol, span))) => Some(self.define_local(Some(symbol), ty, span)?),
            (Some(ty), None) => Some(self.define_local(None, ty, span)?),
            (None, None) => None,
            (None, Some((_, span))) => {
                return fault_at(span, "this instruction has no result to be named");
            }
        };
        Ok(Instruction { result, op, metadata, records: Vec::new(), span })
    }

    /// The operation and the type of its result.
    fn operation(&mut self, word: &'a str) -> Parsed<(Op, Option<Ty>)> {
        if let Some(op) = BinaryOp::from_word(word) {
            return self.binary(op);
        }
        if let Some(op) = CastOp::from_word(word) {
            return self.cast(op);
        }
        let start = self.start;
        match word {
            "ret" | "br" | "switch" | "indirectbr" | "resume" | "unreachable" | "catchswitch"
            | "catchret" | "cleanupret" => {
                self.bump();
                let (op, ty) = self.terminator(word)?;
                Ok((op, ty))
            }
            "call" | "tail" | "musttail" | "notail" => self.call_instruction(),
            "invoke" => self.invoke(),
            "callbr" => self.call_branch(),
            "alloca" => self.alloca(),
            "load" => self.load(),
            "store" => self.store(),
            "getelementptr" => self.gep(),
            "fence" => self.fence(),
            "cmpxchg" => self.compare_exchange(),
            "atomicrmw" => self.atomic_update(),
            "icmp" => self.int_comparison(),
            "fcmp" => self.float_comparison(),
            "fneg" => {
                self.bump();
                let flags = self.flags(Flags::FAST)?;
                let (ty, value) = self.typed_value()?;
                self.check_scalar(start, ty, "a float", |kind| matches!(kind, Type::Float(_)))?;
                Ok((Op::FNeg { flags, value }, Some(ty)))
            }
            "freeze" => {
                self.bump();
                let (ty, value) = self.typed_value()?;
                Ok((Op::Freeze(value), Some(ty)))
            }
            "select" => self.select(),
            "phi" => self.phi(),
            "va_arg" => {
                self.bump();
                let (_, list) = self.typed_value()?;
                self.expect(b',')?;
                let ty = self.ty()?;
                Ok((Op::VaArg { list, ty }, Some(ty)))
            }
            "landingpad" => self.landing_pad(),
            "catchpad" | "cleanuppad" => self.pad(word),
            _ => self.vector_operation(word),
        }
    }

    fn vector_operation(&mut self, word: &str) -> Parsed<(Op, Option<Ty>)> {
        let start = self.start;
        match word {
            "extractelement" => {
                let [(ty, vector), (_, index)] = self.typed_values()?;
                let element = self.vector_element(start, ty)?;
                Ok((Op::ExtractElement { vector, index }, Some(element)))
            }
            "insertelement" => {
                let [(ty, vector), (found, element), (_, index)] = self.typed_values()?;
                let wanted = self.vector_element(start, ty)?;
                if found != wanted {
                    return self.type_fault(start, "the element", wanted);
                }
                Ok((Op::InsertElement { vector, element, index }, Some(ty)))
            }
            "shufflevector" => {
                let [(left_ty, left), (right_ty, right), (mask_ty, mask)] = self.typed_values()?;
                let Operand::Const(mask) = mask else {
                    return fault_at(self.since(start), "the mask of a shuffle is a constant");
                };
                let ty = self.shuffle_type(start, left_ty, right_ty, mask_ty)?;
                Ok((Op::ShuffleVector { left, right, mask }, Some(ty)))
            }
            "extractvalue" => {
                self.bump();
                let (ty, aggregate) = self.typed_value()?;
                let indices = self.indices()?;
                let found = self.indexed_type(start, ty, &indices)?;
                Ok((Op::ExtractValue { aggregate, indices }, Some(found)))
            }
            "insertvalue" => {
                self.bump();
                let (ty, aggregate) = self.typed_value()?;
                self.expect(b',')?;
                let (element_ty, element) = self.typed_value()?;
                let indices = self.indices()?;
                let wanted = self.indexed_type(start, ty, &indices)?;
                if wanted != element_ty {
                    return self.type_fault(start, "the element", wanted);
                }
                Ok((Op::InsertValue { aggregate, element, indices }, Some(ty)))
            }
            _ => self.expected("an instruction"),
        }
    }

    /// `, 1, 2`
    fn indices(&mut self) -> Parsed<Vec<u32>> {
        let mut indices = Vec::new();
        while self.comma() {
            indices.push(self.unsigned()?);
        }
        Ok(indices)
    }

    /// The word is passed, then `T a, T b, …`
    fn typed_values<const N: usize>(&mut self) -> Parsed<[(Ty, Operand); N]> {
        self.bump();
        let mut values = [(Ty(0), Operand::Const(ConstId(0))); N];
        for (at, value) in values.iter_mut().enumerate() {
            if at > 0 {
                self.expect(b',')?;
            }
            *value = self.typed_value()?;
        }
        Ok(values)
    }

    /// Flags behind an operator, of those that it may have.
    pub fn flags(&mut self, allowed: Flags) -> Parsed<Flags> {
        let mut flags = Flags::NONE;
        while let Token::Word(word) = self.token {
            let Some(flag) = Flags::from_word(word) else { break };
            if !allowed.has(flag) {
                return self.fault(format!("`{word}` cannot stand here"));
            }
            flags = flags.with(flag);
            self.bump();
        }
        Ok(flags)
    }

    fn binary(&mut self, op: BinaryOp) -> Parsed<(Op, Option<Ty>)> {
        let start = self.start;
        self.bump();
        let flags = self.flags(op.flags())?;
        let (ty, left) = self.typed_value()?;
        self.expect(b',')?;
        let right = self.value(ty)?;
        self.check_binary(start, op, ty)?;
        Ok((Op::Binary { op, flags, left, right }, Some(ty)))
    }

    fn cast(&mut self, op: CastOp) -> Parsed<(Op, Option<Ty>)> {
        let start = self.start;
        self.bump();
        let flags = self.flags(op.flags())?;
        let (from, value) = self.typed_value()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        self.check_cast(start, op, from, to)?;
        Ok((Op::Cast { op, flags, value, to }, Some(to)))
    }

    fn int_comparison(&mut self) -> Parsed<(Op, Option<Ty>)> {
        let start = self.start;
        self.bump();
        let flags = self.flags(Flags::SAME_SIGN)?;
        let Some(predicate) = self.eat_one_of(IntPredicate::from_word) else {
            return self.expected("a predicate");
        };
        let (ty, left) = self.typed_value()?;
        self.expect(b',')?;
        let right = self.value(ty)?;
        let fits = |kind: &Type| matches!(kind, Type::Int(_) | Type::Pointer { .. });
        self.check_scalar(start, ty, "an integer or pointer", fits)?;
        let result = typing::comparison(&mut self.module.types, ty);
        Ok((Op::ICmp { flags, predicate, left, right }, Some(result)))
    }

    fn float_comparison(&mut self) -> Parsed<(Op, Option<Ty>)> {
        let start = self.start;
        self.bump();
        let flags = self.flags(Flags::FAST)?;
        let Some(predicate) = self.eat_one_of(FloatPredicate::from_word) else {
            return self.expected("a predicate");
        };
        let (ty, left) = self.typed_value()?;
        self.expect(b',')?;
        let right = self.value(ty)?;
        self.check_scalar(start, ty, "a float", |kind| matches!(kind, Type::Float(_)))?;
        let result = typing::comparison(&mut self.module.types, ty);
        Ok((Op::FCmp { flags, predicate, left, right }, Some(result)))
    }

    fn select(&mut self) -> Parsed<(Op, Option<Ty>)> {
        let start = self.start;
        self.bump();
        let flags = self.flags(Flags::FAST)?;
        let (condition_ty, condition) = self.typed_value()?;
        self.expect(b',')?;
        let (ty, yes) = self.typed_value()?;
        self.expect(b',')?;
        let (other, no) = self.typed_value()?;
        if ty != other {
            return fault_at(self.since(start), "both sides of a select have one type");
        }
        let bit = self.module.types.int(1);
        if condition_ty != bit && condition_ty != typing::comparison(&mut self.module.types, ty) {
            let message = "the condition of a select is `i1`, or a vector of them with equal lanes";
            return fault_at(self.since(start), message);
        }
        Ok((Op::Select { flags, condition, yes, no }, Some(ty)))
    }

    fn phi(&mut self) -> Parsed<(Op, Option<Ty>)> {
        self.bump();
        let flags = self.flags(Flags::FAST)?;
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        while incoming.is_empty() && self.at(b'[') || !incoming.is_empty() && self.comma() {
            self.expect(b'[')?;
            let value = self.value(ty)?;
            self.expect(b',')?;
            let from = self.block()?;
            self.expect(b']')?;
            incoming.push((value, from));
        }
        Ok((Op::Phi { flags, ty, incoming }, Some(ty)))
    }

    fn terminator(&mut self, word: &str) -> Parsed<(Op, Option<Ty>)> {
        let op = match word {
            "ret" => {
                let ty = self.type_or_void()?;
                if self.module.types[ty] == Type::Void {
                    Op::Ret(None)
                } else {
                    Op::Ret(Some(self.value(ty)?))
                }
            }
            "br" if self.at_word("label") => Op::Br(self.label()?),
            "br" => {
                let start = self.start;
                let (ty, condition) = self.typed_value()?;
                if self.module.types[ty] != Type::Int(1) {
                    return fault_at(self.since(start), "the condition of a branch is `i1`");
                }
                self.expect(b',')?;
                let yes = self.label()?;
                self.expect(b',')?;
                Op::CondBr { condition, yes, no: self.label()? }
            }
            "switch" => self.switch()?,
            "indirectbr" => {
                let (_, address) = self.typed_value()?;
                self.expect(b',')?;
                self.expect(b'[')?;
                Op::IndirectBr { address, targets: self.list(b']', Self::label)? }
            }
            "resume" => Op::Resume(self.typed_value()?.1),
            "unreachable" => Op::Unreachable,
            "catchswitch" => {
                self.expect_word("within")?;
                let within = self.parent_pad()?;
                self.expect(b'[')?;
                let handlers = self.list(b']', Self::label)?;
                self.expect_word("unwind")?;
                let unwind = self.unwind_target()?;
                let token = self.module.types.intern(Type::Token);
                return Ok((Op::CatchSwitch { within, handlers, unwind }, Some(token)));
            }
            "catchret" => {
                self.expect_word("from")?;
                let pad = self.parent_pad()?;
                self.expect_word("to")?;
                Op::CatchRet { pad, to: self.label()? }
            }
            _ => {
                self.expect_word("from")?;
                let pad = self.parent_pad()?;
                self.expect_word("unwind")?;
                Op::CleanupRet { pad, unwind: self.unwind_target()? }
            }
        };
        Ok((op, None))
    }

    /// `none` or the pad that this one lies in.
    pub fn parent_pad(&mut self) -> Parsed<Operand> {
        let token = self.module.types.intern(Type::Token);
        self.value(token)
    }

    /// `to caller` or `label %block`
    fn unwind_target(&mut self) -> Parsed<Option<BlockId>> {
        if self.eat_word("to") {
            self.expect_word("caller")?;
            return Ok(None);
        }
        self.label().map(Some)
    }

    fn switch(&mut self) -> Parsed<Op> {
        let start = self.start;
        let (ty, value) = self.typed_value()?;
        if self.module.types.int_width(ty).is_none() {
            return fault_at(self.since(start), "a switch is over integers");
        }
        self.expect(b',')?;
        let default = self.label()?;
        self.expect(b'[')?;
        let mut cases = Vec::new();
        while !self.eat(b']') {
            let start = self.start;
            let case = self.typed_constant()?;
            if self.const_ty(case) != ty {
                return self.type_fault(start, "this case", ty);
            }
            self.expect(b',')?;
            cases.push((case, self.label()?));
        }
        Ok(Op::Switch { value, default, cases })
    }

    /// Adds the place to what a typing rule complains of.
    pub fn rule<T>(&self, start: usize, rule: Result<T, String>) -> Parsed<T> {
        rule.or_else(|message| fault_at(self.since(start), message))
    }

    pub fn check_binary(&self, start: usize, op: BinaryOp, ty: Ty) -> Parsed<()> {
        self.rule(start, typing::binary(&self.module.types, op, ty))
    }

    pub fn check_cast(&self, start: usize, op: CastOp, from: Ty, to: Ty) -> Parsed<()> {
        typing::cast(&self.module.types, op, from, to).or_else(|_| {
            let (from, to) = (self.show(from), self.show(to));
            let message = format!("`{}` does not lead from `{from}` to `{to}`", op.word());
            fault_at(self.since(start), message)
        })
    }

    pub fn check_scalar(
        &self,
        start: usize,
        ty: Ty,
        what: &str,
        fits: fn(&Type) -> bool,
    ) -> Parsed<()> {
        if fits(&self.module.types[self.module.types.scalar(ty)]) {
            return Ok(());
        }
        let found = self.show(ty);
        fault_at(self.since(start), format!("the operand is {what} or a vector, not `{found}`"))
    }

    pub fn vector_element(&self, start: usize, ty: Ty) -> Parsed<Ty> {
        match self.module.types[ty] {
            Type::Vector { element, .. } => Ok(element),
            _ => fault_at(self.since(start), format!("`{}` is no vector", self.show(ty))),
        }
    }

    pub fn shuffle_type(&mut self, start: usize, left: Ty, right: Ty, mask: Ty) -> Parsed<Ty> {
        let rule = typing::shuffle(&mut self.module.types, left, right, mask);
        self.rule(start, rule)
    }

    pub fn indexed_type(&self, start: usize, ty: Ty, indices: &[u32]) -> Parsed<Ty> {
        self.rule(start, typing::indexed(&self.module.types, ty, indices))
    }

    pub fn gep_type(
        &mut self,
        start: usize,
        source: Ty,
        base: Ty,
        indices: &[(Ty, Option<ConstId>)],
    ) -> Parsed<Ty> {
        let module = &mut self.module;
        let rule = typing::gep(&mut module.types, &module.constants, source, base, indices);
        self.rule(start, rule)
    }
}
