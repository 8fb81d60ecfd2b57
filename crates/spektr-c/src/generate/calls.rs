//! Functions that tests call, written before them: each for one set of arguments, and repaired
//! when later calls need it.

use spektr_text::Span;

use super::Generator;
use super::operand::Operand;
use super::parameter::Which;
use super::place::{Base, Role, Variable};
use crate::syntax::{
    BinOp, Expr, ExprKind, FunctionId, InlineKind, Linkage, LocalId, Stmt, StmtKind,
};
use crate::types::{Quals, Ty, Types};
use crate::typing;

/// A function that can be called.
#[derive(Clone, Debug)]
pub struct Helper {
    pub function: FunctionId,
    pub params: Vec<Ty>,
    /// It reads what it likes and writes nothing that outlives it.
    pub pure: bool,
    /// Its first parameter says how often it calls itself.
    pub recursive: bool,
}

/// A function calls itself at most this often.
const DEEPEST: u64 = 6;

impl Generator {
    pub(super) fn make_helpers(&mut self) {
        let most = u64::from(self.settings.policy.size.helpers);
        let wanted = (u64::from(self.settings.statements) / 25).min(most);
        for index in 0..wanted {
            if self.left < 20 || self.make_helper(index).is_none() {
                break;
            }
        }
    }

    fn make_helper(&mut self, index: u64) -> Option<()> {
        let recursive = self.chance(200);
        let mut params: Vec<Ty> = Vec::new();
        if recursive {
            params.push(Types::INT);
        }
        for _ in 0..self.entropy.range(1, 4) {
            let ty = self.int_type();
            params.push(if self.chance(300) { self.pointer_param(ty) } else { ty });
        }
        let result = self.int_type();
        let name = format!("h{index}");
        let function = self.declare_function(name, result, &params, Linkage::External);
        self.choose_inlining(function, recursive);
        self.pure = self.chance(600);
        let (checkpoint, cost) = (self.machine.checkpoint(), self.cost);
        let known = self.variables.len();
        let args = self.first_arguments(&params, recursive);
        let written = args.and_then(|args| self.enter(function, &args).ok());
        if written.is_some() {
            self.write_helper(function, recursive);
        }
        self.variables.truncate(known);
        self.machine.rollback(checkpoint);
        self.cost = cost;
        if written.is_none() {
            // Nobody knows it yet.
            self.program.functions.pop();
            return None;
        }
        self.machine.define(&self.program, function);
        self.helpers.push(Helper { function, params, pure: self.pure, recursive });
        Some(())
    }

    fn pointer_param(&mut self, ty: Ty) -> Ty {
        let pointer = self.program.types.pointer(ty);
        if self.chance(500) { pointer.with(Quals::RESTRICT) } else { pointer }
    }

    fn choose_inlining(&mut self, function: FunctionId, recursive: bool) {
        let choice = self.draw(Which::Inlining);
        let function = &mut self.program.functions[function.0 as usize];
        if choice > 0 {
            function.linkage = Linkage::Internal;
        }
        match choice {
            2 => function.inline = InlineKind::Inline,
            3 => function.noinline = true,
            // gcc refuses what it cannot do.
            4 if !recursive => function.inline = InlineKind::Always,
            _ => {}
        }
    }

    /// Arguments to write a function with.
    fn first_arguments(&mut self, params: &[Ty], recursive: bool) -> Option<Vec<Expr>> {
        let mut args = Vec::new();
        for (index, &ty) in params.iter().enumerate() {
            args.push(match self.program.types.target(ty) {
                Some(target) => self.address_of_type(target, true)?,
                None if recursive && index == 0 => Expr::int(0),
                None => {
                    let bits = self.any_bits(ty);
                    self.constant_for(ty, bits)
                }
            });
        }
        Some(args)
    }

    fn write_helper(&mut self, function: FunctionId, recursive: bool) {
        self.open();
        let params = self.program.function(function).params.clone();
        for &param in &params {
            let ty = self.program.function(function).local(param).ty;
            let role = if recursive && param.0 == 0 { Role::Input } else { Role::Local };
            self.variables.push(Variable { base: Base::Local(param), ty, role });
        }
        let aim = self.left.saturating_sub(self.entropy.range(1, 9) as u32);
        while self.left > aim {
            self.statement();
        }
        if recursive {
            self.write_recursion(function, &params);
        }
        self.busy = true;
        let result = self.expression();
        let ty = self.program.function(function).signature(&self.program.types).result;
        if let Ok(value) = typing::assignment_conversion(&mut self.program.types, result.expr, ty) {
            self.push_kind(StmtKind::Return(Some(value)));
        }
        let block = self.close();
        self.finish_function(block);
    }

    /// `if (p0 > 0) return h(p0 - 1, …) op …;`, which does not run yet.
    fn write_recursion(&mut self, function: FunctionId, params: &[LocalId]) -> Option<()> {
        self.busy = true;
        let depth = self.local_expr(params[0]);
        let types = &mut self.program.types;
        let less = typing::binary(types, BinOp::Sub, depth.clone(), Expr::int(1)).ok()?;
        let condition = typing::binary(types, BinOp::Greater, depth, Expr::int(0)).ok()?;
        let mut args = vec![less];
        for &param in &params[1..] {
            let ty = self.program.function(function).local(param).ty;
            args.push(match self.program.types.is_pointer(ty) {
                true => self.local_expr(param),
                false => self.leaf().expr,
            });
        }
        let call = self.call_expr(function, args)?;
        let result = self.program.function(function).signature(&self.program.types).result;
        // What it will return is not known yet: it is combined with what cannot be undefined.
        let other = self.leaf();
        let other = self.cast(other, Types::int(crate::types::IntKind::ULong));
        let ops = [BinOp::Add, BinOp::BitXor, BinOp::Sub, BinOp::BitOr, BinOp::Mul];
        let op = ops[self.entropy.index(ops.len())];
        let types = &mut self.program.types;
        let value = typing::binary(types, op, call, other.expr).ok()?;
        let value = typing::assignment_conversion(types, value, result).ok()?;
        let then = Stmt::new(StmtKind::Return(Some(value)), Span::default());
        self.push_kind(StmtKind::If { condition, then: Box::new(then), otherwise: None });
        Some(())
    }

    pub(super) fn call_expr(&mut self, function: FunctionId, args: Vec<Expr>) -> Option<Expr> {
        let ty = self.program.function(function).ty;
        let callee = Expr::new(ExprKind::Function(function), ty, Span::default());
        let callee = callee.decayed(&mut self.program.types);
        let mut call = typing::call(&mut self.program.types, callee, args).ok()?;
        call.span = self.fresh_span();
        Some(call)
    }

    fn arguments(&mut self, helper: &Helper) -> Option<Vec<Expr>> {
        let mut args = Vec::new();
        for (index, &ty) in helper.params.iter().enumerate() {
            args.push(match self.program.types.target(ty) {
                Some(target) => self.address_of_type(target, false)?,
                None if helper.recursive && index == 0 => {
                    Expr::int(self.entropy.below(DEEPEST) as i32)
                }
                None => {
                    let height = self.entropy.below(3) as u32;
                    self.call_free(height).expr
                }
            });
        }
        Some(args)
    }

    /// An expression without side effects.
    fn call_free(&mut self, height: u32) -> Operand {
        let busy = std::mem::replace(&mut self.busy, true);
        let operand = self.arithmetic(height);
        self.busy = busy;
        operand
    }

    fn helper(&mut self, pure: bool) -> Option<Helper> {
        if !self.is_affordable() {
            return None;
        }
        let helper = self.entropy.pick(&self.helpers)?.clone();
        // A function that writes nothing calls none that does.
        (helper.pure || !(pure || self.pure)).then_some(helper)
    }

    /// A call whose value is used, of a function without side effects.
    pub(super) fn call_value(&mut self) -> Option<Operand> {
        let helper = self.helper(true)?;
        if self.calling {
            return None;
        }
        self.calling = true;
        let args = self.arguments(&helper);
        self.calling = false;
        let call = self.call_expr(helper.function, args?)?;
        let mut stmt = Stmt::new(StmtKind::Expr(call), Span::default());
        let checkpoint = self.machine.checkpoint();
        let defined = self.execute_all(&mut stmt);
        self.machine.rollback(checkpoint);
        let StmtKind::Expr(call) = stmt.kind else { return None };
        if defined { self.evaluated(call) } else { None }
    }

    pub(super) fn make_call(&mut self) -> bool {
        let Some(helper) = self.helper(false) else { return false };
        self.calling = true;
        let args = self.arguments(&helper);
        self.calling = false;
        let Some(args) = args else { return false };
        let Some(call) = self.call_expr(helper.function, args) else { return false };
        let Some(place) = self.target(false) else { return false };
        let Ok(expr) = typing::assign(&mut self.program.types, place.expr, call) else {
            return false;
        };
        let mut stmt = Stmt::new(StmtKind::Expr(expr), Span::default());
        if self.execute_all(&mut stmt) {
            self.push(stmt);
            return true;
        }
        self.made.dropped += 1;
        false
    }
}
