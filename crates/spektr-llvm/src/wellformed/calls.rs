//! LangRef, `call`: arguments fit the signature, intrinsics are only called, immediate
//! arguments are constants, and what `musttail` asks for.

use super::{Checker, immediate};
use crate::syntax::{
    Argument, Attribute, Call, Callee, Flag, Global, GlobalKind, Instruction, Module, Op, Operand,
    TailKind, Type,
};

type Rule = Result<(), String>;

/// Which globals are intrinsics: their addresses cannot be taken.
pub fn intrinsics(module: &Module) -> Vec<bool> {
    module.globals.iter().map(is_intrinsic).collect()
}

fn is_intrinsic(global: &Global) -> bool {
    let named = global.name.as_ref().is_some_and(|name| name.bytes().starts_with(b"llvm."));
    named && matches!(global.kind, GlobalKind::Function(_))
}

impl Checker<'_> {
    pub fn check_call(&self, op: &Op) -> Rule {
        let Some(call) = op.call() else { return Ok(()) };
        let Some((_, params, variadic)) = self.module.signature(call.ty) else {
            return Err("a call has a function type".into());
        };
        if let Callee::Value(callee) = call.callee
            && !matches!(self.module.types[self.ty(callee)], Type::Pointer { .. })
        {
            return Err("what is called is a pointer".into());
        }
        if call.args.len() < params.len() || (!variadic && call.args.len() > params.len()) {
            return Err("a call passes as many arguments as the callee takes".into());
        }
        for (argument, &param) in call.args.iter().zip(params) {
            let fits = match argument {
                Argument::Value { value, .. } => self.ty(*value) == param,
                Argument::Metadata(_) => self.module.types[param] == Type::Metadata,
            };
            if !fits {
                return Err("an argument has another type than its parameter".into());
            }
        }
        self.check_immediates(call)?;
        self.check_addresses(call)?;
        self.check_tail(op, call)
    }

    /// LangRef, `immarg`: the argument is a constant.
    fn check_immediates(&self, call: &Call) -> Rule {
        let Callee::Value(callee) = call.callee else { return Ok(()) };
        let Some(id) = self.module.global_of(callee) else { return Ok(()) };
        let global = self.module.global(id);
        let known = match &global.name {
            Some(name) if self.intrinsics[id.index()] => immediate::arguments(&name.text()),
            _ => &[],
        };
        for (at, argument) in call.args.iter().enumerate() {
            let declared = global.function().is_some_and(|function| {
                let attributes = function.param_attributes.get(at);
                attributes.is_some_and(|all| all.iter().any(|it| it.is(Flag::ImmArg)))
            });
            let (true, Some(value)) = (declared || known.contains(&at), argument.value()) else {
                continue;
            };
            if matches!(value, Operand::Local(_)) {
                return Err("an immediate argument is a constant".into());
            }
        }
        Ok(())
    }

    /// An intrinsic is called and nothing else.
    fn check_addresses(&self, call: &Call) -> Rule {
        let taken = call.args.iter().filter_map(Argument::value).any(|operand| {
            self.module.global_of(operand).is_some_and(|id| self.intrinsics[id.index()])
        });
        if taken { Err("the address of an intrinsic cannot be taken".into()) } else { Ok(()) }
    }

    /// LangRef, `call`, marker `musttail`: a return of the same value follows.
    fn check_tail(&self, op: &Op, call: &Call) -> Rule {
        if call.tail != Some(TailKind::MustTail) {
            return Ok(());
        }
        let block = self.body.blocks.iter().find(|block| {
            block.instructions.iter().any(|instruction| std::ptr::eq(&instruction.op, op))
        });
        let Some(block) = block else { return Ok(()) };
        let at = block.instructions.iter().position(|it| std::ptr::eq(&it.op, op)).unwrap_or(0);
        let returned = match &block.instructions[at + 1..] {
            [last] => returned_value(last),
            [cast, last] if matches!(cast.op, Op::Cast { .. }) => match returned_value(last) {
                Some(Some(Operand::Local(value))) if Some(value) == cast.result => {
                    Some(block.instructions[at].result.map(Operand::Local))
                }
                _ => None,
            },
            _ => None,
        };
        let own = block.instructions[at].result.map(Operand::Local);
        if returned != Some(own) {
            return Err("a `musttail` call is followed by a return of its result".into());
        }
        let caller = &self.function.convention;
        if *caller != call.convention {
            return Err("a `musttail` call has the calling convention of its caller".into());
        }
        // `tailcc` and `swifttailcc` callees may take something else.
        if [18, 20].contains(&caller.0) {
            return Ok(());
        }
        let abi = |attribute: &Attribute| matches!(attribute, Attribute::Type(..));
        let count = |attributes: &[Attribute]| attributes.iter().filter(|it| abi(it)).count();
        let passed = call.args.iter().map(|argument| match argument {
            Argument::Value { attributes, .. } => count(attributes),
            Argument::Metadata(_) => 0,
        });
        let taken = self.function.param_attributes.iter().map(|attributes| count(attributes));
        if passed.sum::<usize>() != taken.sum::<usize>() {
            return Err("a `musttail` call passes what its caller takes, the same way".into());
        }
        Ok(())
    }
}

fn returned_value(instruction: &Instruction) -> Option<Option<Operand>> {
    match instruction.op {
        Op::Ret(value) => Some(value),
        _ => None,
    }
}
