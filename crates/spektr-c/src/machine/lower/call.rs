//! Calls (6.5.2.2) and variable arguments (7.16).

use super::Lowerer;
use super::place::is_trusted;
use crate::machine::code::{CallInfo, Op, Reg, Target};
use crate::machine::library;
use crate::syntax::{Expr, ExprKind, FunctionId, Visitor, walk_expr};
use crate::types::{Ty, Types};

impl Lowerer<'_> {
    pub(super) fn call(&mut self, callee: &Expr, args: &[Expr], ty: Ty) -> Reg {
        let mark = self.mark();
        let direct = self.direct_callee(callee);
        // 6.5.2.2p10: designator and arguments have no order between them, the call is after all.
        let designator = direct.is_none().then_some(callee);
        let watch = self.may_conflict(designator.into_iter().chain(args));
        self.fork(watch, false);
        let target = match direct {
            Some(target) => target,
            None => {
                let reg = self.value(callee);
                self.next_branch(watch);
                Target::Pointer(reg)
            }
        };
        let mut registers = Vec::with_capacity(args.len());
        let releases = matches!(target, Target::Library(id) if library::releases(id));
        for (index, arg) in args.iter().enumerate() {
            let is_released = releases && index == 0;
            registers.push(if is_released { self.released(arg) } else { self.argument(arg) });
            self.next_branch(watch);
        }
        self.join(watch);
        self.sequence(mark);
        let first = self.code.args.len() as u32;
        self.code.args.extend_from_slice(&registers);
        let info = self.code.calls.len() as u32;
        let pointed = self.types().target(callee.ty).unwrap_or(Types::VOID);
        let agreed = match target {
            Target::Function(callee) => {
                let function = &self.program.functions[callee as usize];
                function.ty == pointed && function.signature(self.types()).prototyped
            }
            Target::Library(_) | Target::Pointer(_) => false,
        };
        self.code.calls.push(CallInfo {
            args: (first, args.len() as u32),
            ty: pointed,
            arg_types: args.iter().map(|arg| arg.ty.unqualified()).collect(),
            target,
            agreed,
        });
        let dst = if self.is_aggregate(ty) { self.temporary() } else { self.temp() };
        self.emit(Op::Call { info, dst });
        dst
    }

    /// An argument by value: an aggregate is copied when it is evaluated.
    fn argument(&mut self, arg: &Expr) -> Reg {
        let reg = self.value(arg);
        if !self.is_aggregate(arg.ty) || self.size(arg.ty) == 0 {
            return reg;
        }
        let slot = self.temporary();
        self.make_temporary(arg.ty, slot);
        self.copy(arg.ty, slot, reg, is_trusted(self.types(), arg));
        slot
    }

    fn direct_callee(&mut self, callee: &Expr) -> Option<Target> {
        let ExprKind::Function(id) = callee.written().kind else { return None };
        let FunctionId(definition) = self.shared.function(id);
        let function = &self.program.functions[definition as usize];
        if function.body.is_some() {
            return Some(Target::Function(definition));
        }
        let name = function.library_name();
        match library::find(name) {
            Some(known) => Some(Target::Library(known)),
            None => {
                self.unsupported(format!("the function `{name}`"));
                None
            }
        }
    }

    pub(super) fn va_arg(&mut self, list: &Expr, ty: Ty) -> Reg {
        let passed = !self.types().is_array(list.ty) && !self.types().is_record(list.ty);
        let list = self.list(list);
        let dst = self.temp();
        self.emit(Op::VaArg { passed, list, dst, ty });
        dst
    }

    /// A pointer to the record behind a `va_list`: an array that decays, or a parameter.
    pub(super) fn list(&mut self, list: &Expr) -> Reg {
        if self.types().is_array(list.ty) {
            return self.decay(list);
        }
        if self.types().is_record(list.ty) {
            return self.address_of(list);
        }
        self.value(list)
    }

    /// At most how many aggregates without a name the code of these makes.
    pub(super) fn count_temporaries(&self, visit: impl FnOnce(&mut dyn Visitor)) -> u32 {
        let mut count = Aggregates { lowerer: self, count: 0 };
        visit(&mut count);
        count.count
    }
}

struct Aggregates<'a, 'b> {
    lowerer: &'b Lowerer<'a>,
    count: u32,
}

impl Visitor for Aggregates<'_, '_> {
    fn expr(&mut self, expr: &Expr) {
        if self.lowerer.is_aggregate(expr.ty) {
            self.count += 3;
        }
        walk_expr(self, expr);
    }
}
