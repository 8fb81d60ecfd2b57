//! Tail calls: a function ends by becoming another one with its signature, which is written
//! then and there.

use super::facts::Class;
use super::generator::Generator;
use super::operands::{Purpose, Source};
use crate::syntax::{Abi, BlockId, Callee, Operand, TerminatorKind, Ty};

/// Parameters that are passed in registers. What goes through memory ended in an internal error
/// until lately: https://github.com/rust-lang/rust/issues/144293, /pull/151143.
const MOST_PARAMS: u32 = 4;

impl Generator {
    /// Decides that the function will not return: only at its end is there something to write.
    pub fn make_tail_call(&mut self) -> bool {
        !std::mem::replace(&mut self.scene_mut().tail, true)
    }

    /// Goes on in a new function, whose end is the end of this one.
    pub fn end_with_tail_call(&mut self) -> bool {
        if !self.scene().tail || !self.may_tail_call() {
            return false;
        }
        let own = self.function();
        let (abi, count) = (own.abi, own.params as usize);
        let tys: Vec<Ty> = own.locals.iter().take(1 + count).map(|local| local.ty).collect();
        let mut args = Vec::new();
        for &ty in &tys[1..] {
            let found = self.find(Source::Ty(ty), Purpose::Read);
            let Some((place, _)) = found else { return false };
            args.push(Operand::Copy(place));
        }
        let complexities: Vec<u16> = args.iter().map(|arg| self.complexity(arg)).collect();
        let inline = self.function().inline;
        let next = self.new_function(&tys[1..], tys[0], inline);
        self.stage.program.functions[next.index()].abi = abi;
        let block = self.scene().block;
        let callee = Callee::Function(next);
        self.set_terminator(block, TerminatorKind::TailCall { callee, args });
        let function = self.scene().function;
        self.stage.forget_function(function);
        if !self.stage.try_terminator() {
            self.reopen(block);
            self.stage.program.functions.pop();
            self.drafts.pop();
            return false;
        }
        self.budget.statements -= 1;
        self.scenes.pop();
        self.enter_function(next, BlockId(0), &complexities);
        let share = self.entropy.range(6, 40) as i64;
        self.fill(share);
        true
    }

    /// Not the entry, which nothing calls; nor a function that calls itself, whose calls wait
    /// for it and not for another.
    pub fn may_tail_call(&self) -> bool {
        let own = self.function();
        let recursive = self.draft().recursion.is_some();
        let plain = |ty: Ty| {
            matches!(
                self.facts(ty).class,
                Class::Bool | Class::Char | Class::Int(_) | Class::Raw(_) | Class::Float(_)
            ) && self.facts(ty).leaves == 1
        };
        let tys = own.locals.iter().take(1 + own.params as usize);
        self.scenes.len() > 1
            && self.scene().flow == 0
            && !recursive
            && own.abi == Abi::Rust
            && own.params <= MOST_PARAMS
            && self.may_call_new()
            && tys.map(|local| local.ty).all(plain)
    }
}
