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
use crate::types::{IntKind, Quals, Ty, Types};
use crate::typing;

/// A function that can be called.
#[derive(Clone, Debug)]
pub struct Helper {
    pub function: FunctionId,
    pub params: Vec<Ty>,
    /// It reads what it likes and writes nothing that outlives it.
    pub pure: bool,
    pub first: First,
}

/// What the first parameter of a function is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Like the others.
    Any,
    /// It says how often the function calls itself.
    Depth,
    /// A number that is a constant in every call.
    Number,
    /// A struct that it works on.
    Object,
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
        let mut params: Vec<Ty> = Vec::new();
        let first = match self.entropy.below(1000) {
            0..200 => First::Depth,
            200..400 => First::Number,
            400..650 => First::Object,
            _ => First::Any,
        };
        let object = if first == First::Object { self.object_param() } else { None };
        let first = match (first, object) {
            (First::Object, None) => First::Any,
            _ => first,
        };
        match first {
            First::Depth | First::Number => params.push(Types::INT),
            First::Object => params.extend(object),
            First::Any => {}
        }
        let recursive = first == First::Depth;
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
        let args = self.first_arguments(&params, first);
        let written = args.and_then(|args| self.enter(function, &args).ok());
        if written.is_some() {
            self.is_helper = true;
            self.write_helper(function, first);
            self.is_helper = false;
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
        self.helpers.push(Helper { function, params, pure: self.pure, first });
        Some(())
    }

    /// A pointer to a struct that there is.
    fn object_param(&mut self) -> Option<Ty> {
        let is_object = |it: &Self, variable: &Variable| {
            let types = &it.program.types;
            let record = types.as_record(variable.ty);
            let quals = variable.ty.quals.is_empty() && variable.role != Role::Output;
            quals && record.is_some_and(|id| !types.record(id).is_union)
        };
        let variable = self.pick(false, is_object)?;
        Some(self.program.types.pointer(variable.ty))
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
    fn first_arguments(&mut self, params: &[Ty], first: First) -> Option<Vec<Expr>> {
        let mut args = Vec::new();
        for (index, &ty) in params.iter().enumerate() {
            args.push(match self.program.types.target(ty) {
                Some(target) => self.address_of_type(target, true)?,
                None if index == 0 && first == First::Depth => Expr::int(0),
                None if index == 0 && first == First::Number => self.number(),
                None => {
                    let bits = self.any_bits(ty);
                    self.constant_for(ty, bits)
                }
            });
        }
        Some(args)
    }

    /// What a template may be instantiated with.
    fn number(&mut self) -> Expr {
        let bits = self.constant_bits(IntKind::Int);
        self.constant_expr(Types::INT, bits)
    }

    fn write_helper(&mut self, function: FunctionId, first: First) {
        self.open();
        let params = self.program.function(function).params.clone();
        for &param in &params {
            let ty = self.program.function(function).local(param).ty;
            let is_kept = first != First::Any && param.0 == 0;
            let role = if is_kept { Role::Input } else { Role::Local };
            self.variables
                .push(Variable { base: Base::Local(param), ty, role }, &self.program.types);
        }
        let aim = self.left.saturating_sub(self.entropy.range(1, 9) as u32);
        while self.left > aim {
            self.statement();
        }
        if first == First::Depth {
            self.write_recursion(function, &params);
        }
        self.busy = true;
        let mut result = self.expression();
        // What is particular about it is used at least once.
        if matches!(first, First::Number | First::Object)
            && let Some(own) = self.read_param(params[0])
        {
            let ops = [BinOp::Add, BinOp::BitXor, BinOp::Sub, BinOp::Less, BinOp::Mul];
            let op = ops[self.entropy.index(ops.len())];
            result = self.binary(op, result, own);
        }
        let ty = self.program.function(function).signature(&self.program.types).result;
        let result = self.tree(result.node);
        if let Ok(value) = typing::assignment_conversion(&mut self.program.types, result, ty) {
            self.push_kind(StmtKind::Return(Some(value)));
        }
        let block = self.close();
        self.finish_function(block);
    }

    /// A number, or a scalar of the object that it points to.
    fn read_param(&mut self, param: LocalId) -> Option<Operand> {
        let variable = *self.variables.iter().find(|it| it.base == Base::Local(param))?;
        let place = self.whole(variable)?;
        let place = self.descend(place)?;
        let is_number = self.program.types.is_integer(place.ty);
        if is_number { self.loaded(place) } else { None }
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
                false => {
                    let value = self.leaf();
                    self.tree(value.node)
                }
            });
        }
        let call = self.call_expr(function, args)?;
        let result = self.program.function(function).signature(&self.program.types).result;
        // What it will return is not known yet: it is combined with what cannot be undefined.
        let other = self.leaf();
        let other = self.cast(other, Types::int(IntKind::ULong));
        let ops = [BinOp::Add, BinOp::BitXor, BinOp::Sub, BinOp::BitOr, BinOp::Mul];
        let op = ops[self.entropy.index(ops.len())];
        let other = self.tree(other.node);
        let types = &mut self.program.types;
        let value = typing::binary(types, op, call, other).ok()?;
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
                None if index == 0 && helper.first == First::Depth => {
                    Expr::int(self.entropy.below(DEEPEST) as i32)
                }
                None if index == 0 && helper.first == First::Number => self.number(),
                None => {
                    let height = self.entropy.below(3) as u32;
                    let value = self.call_free(height);
                    self.tree(value.node)
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
        self.may_call = false;
        self.evaluated_all(call)
    }

    pub(super) fn make_call(&mut self) -> bool {
        let Some(helper) = self.helper(false) else { return false };
        self.calling = true;
        let args = self.arguments(&helper);
        self.calling = false;
        let Some(args) = args else { return false };
        let Some(call) = self.call_expr(helper.function, args) else { return false };
        let Some(place) = self.target(false) else { return false };
        let target = self.tree(place.node);
        let Ok(expr) = typing::assign(&mut self.program.types, target, call) else {
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
