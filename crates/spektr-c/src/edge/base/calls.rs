//! Functions with parameters and results, written before those that call them: each with one set of
//! arguments, in the state that the program begins with.

use super::Base;
use super::place::{Root, Variable};
use crate::syntax::{Expr, ExprKind, FunctionId, Init, InlineKind, Linkage, StmtKind};
use crate::types::{Quals, Ty, Types};
use crate::typing;
use spektr_text::Span;

/// A function that can be called.
#[derive(Clone, Debug)]
pub struct Helper {
    pub function: FunctionId,
    params: Vec<Ty>,
    result: Ty,
    calls: u32,
}

impl Base {
    pub(super) fn make_helpers(&mut self) {
        let most = self.policy.size.functions.min(self.left / 20);
        let all = self.left;
        for index in 0..most {
            let share = all * 2 / 3 / most.max(1);
            self.make_helper(index, share);
        }
    }

    /// One of few types, so that parameters are what others point to.
    fn common_int(&mut self) -> Ty {
        if self.entropy.coin() { Types::INT } else { Types::LONG }
    }

    /// What a parameter of an earlier function points to, so that the address of one of this type
    /// could be passed there.
    fn pointed_to(&mut self) -> Ty {
        let types = &self.program.types;
        let params = self.helpers.iter().flat_map(|helper| &helper.params);
        let found: Vec<Ty> =
            params.filter_map(|&ty| types.target(ty)).map(|ty| ty.unqualified()).collect();
        match found.is_empty() {
            true => self.common_int(),
            false => found[self.entropy.index(found.len())],
        }
    }

    fn param_type(&mut self) -> Ty {
        let ty = match self.entropy.index(10) {
            0..3 => {
                let pointers = |types: &Types, it: &Variable| types.is_pointer(it.ty);
                match self.pick(pointers) {
                    Some(variable) => variable.ty.unqualified(),
                    None => self.int_type(),
                }
            }
            3 | 4 => {
                let target = self.common_int();
                self.program.types.pointer(target)
            }
            5 if !self.types.records.is_empty() => {
                let index = self.entropy.index(self.types.records.len());
                self.types.records[index]
            }
            6 if !self.types.unions.is_empty() => {
                let index = self.entropy.index(self.types.unions.len());
                self.types.unions[index]
            }
            7 | 8 => self.pointed_to(),
            _ => self.int_type(),
        };
        if self.chance(60) { ty.with(Quals::CONST) } else { ty }
    }

    fn make_helper(&mut self, index: u32, share: u32) -> Option<()> {
        self.function = FunctionId(0);
        let params: Vec<Ty> = (0..self.entropy.below(5)).map(|_| self.param_type()).collect();
        let result = match self.chance(120) {
            true => Types::VOID,
            false => self.param_type().unqualified(),
        };
        let mut args = Vec::new();
        for &ty in &params {
            args.push(self.argument(ty.unqualified(), 0, 0)?);
        }
        let function = self.declare_function(format!("func_{index}"), result, &params);
        self.choose_inlining(function);
        let checkpoint = self.machine.checkpoint();
        let known = self.variables.len();
        let entered = self.enter(function, &args);
        if entered.is_some() {
            self.write_function(&params, share);
        }
        self.variables.truncate(known);
        self.machine.rollback(checkpoint);
        if entered.is_none() {
            self.program.functions.pop();
            return None;
        }
        self.machine.define(&self.program, function);
        self.helpers.push(Helper { function, params, result, calls: 0 });
        Some(())
    }

    fn choose_inlining(&mut self, function: FunctionId) {
        let choice = self.entropy.index(10);
        let function = &mut self.program.functions[function.0 as usize];
        match choice {
            0 => function.linkage = Linkage::External,
            1 => function.noinline = true,
            2 => function.inline = InlineKind::Inline,
            3 => function.inline = InlineKind::Always,
            _ => {}
        }
    }

    /// The body of the function that was entered.
    pub(super) fn write_function(&mut self, params: &[Ty], share: u32) {
        self.open();
        for (&ty, param) in params.iter().zip((0..).map(crate::syntax::LocalId)) {
            let root = Root::Local(param);
            self.variables.push(Variable { root, ty, range: None, depth: 1 });
        }
        let aim = self.left.saturating_sub(share.max(3));
        while self.left > aim {
            self.statement();
        }
        self.call_the_rest();
        self.write_return();
        let block = self.close();
        self.finish_function(block);
    }

    /// Calls functions that nothing has called yet: what is not called does not run.
    fn call_the_rest(&mut self) {
        self.effects = 0;
        for _ in 0..self.helpers.len() {
            let before = self.helpers.iter().filter(|it| it.calls == 0).count();
            if before == 0 || !self.make_call() && !self.make_call() {
                break;
            }
        }
    }

    fn write_return(&mut self) {
        self.effects = 0;
        let result = self.program.function(self.function).signature(&self.program.types).result;
        if self.program.types.is_void(result) {
            return;
        }
        for attempt in 0..4 {
            let height = 3_u32.saturating_sub(attempt);
            let Some(value) = self.argument(result, height, 0) else { continue };
            let types = &mut self.program.types;
            let Ok(value) = typing::assignment_conversion(types, value, result) else { continue };
            // What is returned must be computable; whether its value is known is no matter.
            let probe = self.stamped(StmtKind::Expr(value.clone()));
            if self.try_out(&probe, super::FUEL) {
                self.push(StmtKind::Return(Some(value)));
                return;
            }
        }
        // Every function returns something: a variable made for it, if there is nothing else.
        let init = match self.program.types.is_pointer(result) {
            true => {
                let null = Expr::int(0);
                match typing::assignment_conversion(&mut self.program.types, null, result) {
                    Ok(null) => Init::Expr(null),
                    Err(_) => return,
                }
            }
            false => self.initial(result),
        };
        if let Some(local) = self.declare(result, init) {
            let value = self.local_expr(local).decayed(&mut self.program.types);
            self.push(StmtKind::Return(Some(value)));
        }
    }

    /// A value for a parameter, or for a result.
    fn argument(&mut self, ty: Ty, height: u32, depth: usize) -> Option<Expr> {
        if self.program.types.is_integer(ty) {
            return Some(self.expression_without_calls(height));
        }
        if self.program.types.is_pointer(ty) {
            // That the address of a parameter is passed on is a relaxation.
            let params = self.program.function(self.function).params.len() as u32;
            let target = self.program.types.target(ty)?;
            let place = self.place_of(target, |it| {
                let is_param = matches!(it.root, Root::Local(local) if local.0 < params);
                it.depth <= depth && !is_param
            })?;
            let address = typing::address_of(&mut self.program.types, place).ok()?;
            return typing::assignment_conversion(&mut self.program.types, address, ty).ok();
        }
        let wanted = ty.with(Quals::CONST).with(Quals::VOLATILE);
        let place = self.place_of(wanted, |_| true)?;
        Some(place.decayed(&mut self.program.types))
    }

    fn expression_without_calls(&mut self, height: u32) -> Expr {
        // Before the first function is entered there is nothing to read but globals.
        if self.blocks.is_empty() {
            let ty = self.int_type();
            return self.constant(ty);
        }
        self.expression(height)
    }

    /// A call of one of the functions; `integer` if its value is wanted as a number. Those that
    /// were called least come first.
    pub(super) fn helper_call(&mut self, height: u32, integer: bool) -> Option<Expr> {
        let types = &self.program.types;
        let fits = |helper: &Helper| !integer || types.is_integer(helper.result);
        let least = self.helpers.iter().filter(|it| fits(it)).map(|it| it.calls).min()?;
        let found: Vec<usize> = (0..self.helpers.len())
            .filter(|&index| {
                let helper = &self.helpers[index];
                fits(helper) && helper.calls <= least + 1
            })
            .collect();
        let chosen = found[self.entropy.index(found.len())];
        let Helper { function, params, .. } = self.helpers[chosen].clone();
        let mut args = Vec::new();
        for ty in params {
            args.push(self.argument(ty.unqualified(), height, usize::MAX)?);
        }
        self.helpers[chosen].calls += 1;
        self.call_expr(function, args)
    }

    pub(super) fn call_expr(&mut self, function: FunctionId, args: Vec<Expr>) -> Option<Expr> {
        let ty = self.program.function(function).ty;
        let callee = Expr::new(ExprKind::Function(function), ty, Span::default());
        let callee = callee.decayed(&mut self.program.types);
        typing::call(&mut self.program.types, callee, args).ok()
    }
}
