//! Statements (6.8).

use super::place::is_trusted;
use super::scope::{Exit, Scope};
use super::{Label, Lowerer};
use crate::machine::code::{Arm, Op, Reg, Scalar, SwitchTable};
use crate::machine::notes::NOTHING;
use crate::machine::value::Value;
use crate::syntax::{Asm, Block, Declared, Expr, ExprKind, ForInit, LocalId, Stmt, StmtKind, UnOp};

impl Lowerer<'_> {
    pub(super) fn block(&mut self, block: &Block) {
        self.within(&block.locals, |lowerer| {
            block.stmts.iter().for_each(|stmt| lowerer.statement(stmt));
        });
    }

    /// Registers of a statement are free after it.
    pub(super) fn statement(&mut self, stmt: &Stmt) {
        let next = self.next;
        self.at(stmt.span, |lowerer| {
            lowerer.note(None, NOTHING);
            lowerer.statement_at(stmt);
        });
        self.next = next;
    }

    fn statement_at(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(expr) => self.discard(expr),
            StmtKind::Declare(declared) => self.declare(declared),
            StmtKind::Block(block) => self.block(block),
            StmtKind::If { condition, then, otherwise } => {
                self.if_else(condition, then, otherwise.as_deref());
            }
            StmtKind::While { condition, body } => self.while_loop(condition, body),
            StmtKind::DoWhile { body, condition } => self.do_loop(body, condition),
            StmtKind::For { locals, init, condition, step, body } => {
                self.within(locals, |lowerer| {
                    lowerer.for_loop(init.as_ref(), condition.as_ref(), step.as_ref(), body);
                });
            }
            StmtKind::Switch { value, body } => self.switch(value, body),
            StmtKind::Case { body, .. } | StmtKind::Default(body) => {
                self.bind_case(stmt);
                self.statement(body);
            }
            StmtKind::Label { label, body } => {
                if let Some((here, _)) = &self.labels.known[label.0 as usize] {
                    self.bind(*here);
                }
                self.statement(body);
            }
            StmtKind::Goto(label) => self.goto(*label),
            StmtKind::ComputedGoto(target) => self.computed_goto(target),
            StmtKind::Break => self.jump_out(false),
            StmtKind::Continue => self.jump_out(true),
            StmtKind::Return(value) => self.return_value(value.as_ref()),
            StmtKind::Asm(asm) => self.asm(asm),
        }
    }

    /// A full expression whose value nobody wants.
    pub(super) fn discard(&mut self, expr: &Expr) {
        let first = self.temporaries.len();
        self.effect(expr);
        self.end_full_expression(first);
    }

    /// A full expression (6.8p4): its value stays in a register, its temporaries end.
    fn full(&mut self, expr: &Expr) -> Reg {
        let first = self.temporaries.len();
        let value = self.value(expr);
        self.end_full_expression(first);
        value
    }

    /// Temporaries made since end here (6.2.4p8), and all side effects are complete.
    pub(super) fn end_full_expression(&mut self, first: usize) {
        for slot in self.temporaries.split_off(first) {
            self.emit(Op::Dead { slot });
        }
        self.sequence(self.pending_mark);
    }

    /// Each object is initialised when control comes here; without an initialiser it becomes
    /// indeterminate again (6.2.4p6).
    fn declare(&mut self, declared: &[Declared]) {
        for one in declared {
            match one {
                Declared::Static(_) => {}
                Declared::Local { local, init: Some(init) } => {
                    let first = self.temporaries.len();
                    self.initialise(*local, init);
                    self.end_full_expression(first);
                }
                Declared::Local { local, init: None } if self.is_promoted(*local) => {
                    self.emit(Op::Undef { first: local.0, count: 1 });
                }
                Declared::Local { local, init: None } => {
                    self.emit(Op::Forget { slot: local.0 });
                }
            }
        }
    }

    fn if_else(&mut self, condition: &Expr, then: &Stmt, otherwise: Option<&Stmt>) {
        let (other, end) = (self.new_label(), self.new_label());
        self.jump_unless(condition, other);
        self.statement(then);
        if let Some(otherwise) = otherwise {
            self.emit(Op::Jump { to: end });
            self.bind(other);
            self.statement(otherwise);
        } else {
            self.bind(other);
        }
        self.bind(end);
    }

    fn while_loop(&mut self, condition: &Expr, body: &Stmt) {
        let (start, end) = (self.new_label(), self.new_label());
        self.bind(start);
        self.jump_unless(condition, end);
        self.in_loop(start, end, |lowerer| lowerer.statement(body));
        self.emit(Op::Iterate { constant: is_constant(condition), to: start });
        self.bind(end);
    }

    fn do_loop(&mut self, body: &Stmt, condition: &Expr) {
        let (start, test, end) = (self.new_label(), self.new_label(), self.new_label());
        self.bind(start);
        self.in_loop(test, end, |lowerer| lowerer.statement(body));
        self.bind(test);
        self.jump_unless(condition, end);
        self.emit(Op::Iterate { constant: is_constant(condition), to: start });
        self.bind(end);
    }

    fn for_loop(
        &mut self,
        init: Option<&ForInit>,
        condition: Option<&Expr>,
        step: Option<&Expr>,
        body: &Stmt,
    ) {
        match init {
            Some(ForInit::Expr(expr)) => self.discard(expr),
            Some(ForInit::Declare(declared)) => self.declare(declared),
            None => {}
        }
        let (start, next, end) = (self.new_label(), self.new_label(), self.new_label());
        self.bind(start);
        if let Some(condition) = condition {
            self.jump_unless(condition, end);
        }
        self.in_loop(next, end, |lowerer| lowerer.statement(body));
        self.bind(next);
        if let Some(step) = step {
            self.discard(step);
        }
        // 6.8.5.3p2: an omitted controlling expression is a nonzero constant.
        self.emit(Op::Iterate { constant: condition.is_none_or(is_constant), to: start });
        self.bind(end);
    }

    fn in_loop(&mut self, again: Label, end: Label, body: impl FnOnce(&mut Self)) {
        let scopes = self.scopes.len();
        self.exits.push(Exit { label: end, is_continue: false, scopes });
        self.exits.push(Exit { label: again, is_continue: true, scopes });
        body(self);
        self.exits.truncate(self.exits.len() - 2);
    }

    /// 6.8.4.2: to the label whose value it is, whatever blocks that is in.
    fn switch(&mut self, value: &Expr, body: &Stmt) {
        let reg = self.full(value);
        let int = self.int_ty(value.ty);
        let mut cases = Cases { found: Vec::new(), path: Vec::new() };
        cases.statement(body);
        let end = self.new_label();
        let table = self.code.switches.len() as u32;
        self.code.switches.push(SwitchTable { arms: Vec::new(), default: end });
        self.emit(Op::Switch { table, int, value: reg });
        let mut arms = Vec::new();
        let mut default = end;
        for case in cases.found {
            let (stub, target) = (self.new_label(), self.new_label());
            self.cases.insert(case.key, target);
            self.bind(stub);
            case.path.iter().for_each(|scope| self.begin(scope));
            self.emit(Op::Jump { to: target });
            match case.range {
                Some((first, last)) => arms.push(Arm { first, last, target: stub }),
                None => default = stub,
            }
        }
        arms.sort_by_key(|arm| arm.first);
        self.code.switches[table as usize] = SwitchTable { arms, default };
        let scopes = self.scopes.len();
        self.exits.push(Exit { label: end, is_continue: false, scopes });
        self.statement(body);
        self.exits.pop();
        self.bind(end);
    }

    fn bind_case(&mut self, stmt: &Stmt) {
        if let Some(&label) = self.cases.get(&key_of(stmt)) {
            self.bind(label);
        }
    }

    /// GNU's `goto *p`: to one of the labels whose address some expression takes.
    fn computed_goto(&mut self, target: &Expr) {
        let value = self.full(target);
        let table = self.code.labels.len() as u32;
        self.emit(Op::JumpLabel { table, value });
        let known: Vec<_> = self.labels.known.iter().cloned().enumerate().collect();
        let mut stubs = Vec::new();
        for (index, label) in known {
            let Some((to, path)) = label else { continue };
            let stub = self.new_label();
            self.bind(stub);
            self.change_scopes(&path);
            self.emit(Op::Jump { to });
            stubs.push((index as u32, stub));
        }
        self.code.labels.push(stubs);
    }

    fn return_value(&mut self, value: Option<&Expr>) {
        let Some(value) = value else {
            self.leave_scopes(0);
            self.emit(Op::ReturnNothing);
            return;
        };
        let first = self.temporaries.len();
        if self.types().is_void(value.ty) {
            self.effect(value);
            self.end_full_expression(first);
            self.leave_scopes(0);
            self.emit(Op::ReturnNothing);
            return;
        }
        let mut src = self.value(value);
        if self.is_aggregate(value.ty) {
            let slot = self.slot();
            self.make_temporary(value.ty, slot);
            self.copy(value.ty, slot, src, is_trusted(self.types(), value));
            src = slot;
        } else if (src as usize) < self.promoted.len() {
            // The variable's value, not the variable: its scope ends now.
            let dst = self.temp();
            self.emit(Op::Move { dst, src });
            src = dst;
        }
        self.end_full_expression(first);
        self.leave_scopes(0);
        self.emit(Op::Return { src });
    }

    /// An empty `asm`: operands are evaluated, outputs keep their values.
    fn asm(&mut self, asm: &Asm) {
        let first = self.temporaries.len();
        for (_, expr) in asm.outputs.iter().chain(&asm.inputs) {
            if expr.is_lvalue() {
                self.place(expr);
            } else {
                self.effect(expr);
            }
        }
        self.end_full_expression(first);
    }
}

/// Conditions.
impl Lowerer<'_> {
    /// Jumps if a controlling expression compares equal to 0.
    pub(super) fn jump_unless(&mut self, condition: &Expr, to: Label) {
        self.condition(condition, to, false);
    }

    fn condition(&mut self, condition: &Expr, to: Label, jump_if: bool) {
        let next = self.next;
        let first = self.temporaries.len();
        self.branch(condition, to, jump_if, first);
        self.next = next;
    }

    /// Jumps to `to` if the expression is true or not, as `jump_if` says.
    fn branch(&mut self, condition: &Expr, to: Label, jump_if: bool, first: usize) {
        match &condition.kind {
            ExprKind::Paren(inner) => return self.branch(inner, to, jump_if, first),
            ExprKind::Unary { op: UnOp::Not, operand } if self.scalar(operand.ty).is_some() => {
                return self.branch(operand, to, !jump_if, first);
            }
            ExprKind::Logical { and, left, right } if self.forks == 0 => {
                return self.logical_branch(*and, left, right, to, jump_if, first);
            }
            _ => {}
        }
        let reg = self.value(condition);
        self.end_full_expression(first);
        let scalar = self.scalar(condition.ty).unwrap_or(Scalar::Bool);
        self.at(condition.span, |lowerer| {
            lowerer.emit(if jump_if {
                Op::JumpIf { scalar, condition: reg, to }
            } else {
                Op::JumpUnless { scalar, condition: reg, to }
            });
        });
    }

    /// `&&` and `||` as control flow (6.5.13p4, 6.5.14p4).
    fn logical_branch(
        &mut self,
        and: bool,
        left: &Expr,
        right: &Expr,
        to: Label,
        jump_if: bool,
        first: usize,
    ) {
        if and == jump_if {
            let skip = self.new_label();
            self.branch(left, skip, !jump_if, first);
            self.branch(right, to, jump_if, first);
            self.bind(skip);
        } else {
            self.branch(left, to, jump_if, first);
            self.branch(right, to, jump_if, first);
        }
    }

    /// 0 or 1 from control flow.
    pub(super) fn truth(&mut self, condition: &Expr) -> Reg {
        let result = self.temp();
        let (no, end) = (self.new_label(), self.new_label());
        let first = self.temporaries.len();
        self.branch(condition, no, false, first);
        let one = self.constant(Value::number(1));
        self.emit(Op::Move { dst: result, src: one });
        self.emit(Op::Jump { to: end });
        self.bind(no);
        let zero = self.constant(Value::ZERO);
        self.emit(Op::Move { dst: result, src: zero });
        self.bind(end);
        result
    }
}

/// The labels that a switch can jump to, not those of switches within.
struct Cases {
    found: Vec<Case>,
    path: Vec<Scope>,
}

struct Case {
    key: usize,
    /// `None` for `default`.
    range: Option<(i128, i128)>,
    path: Vec<Scope>,
}

/// Tells statements apart by where the tree keeps them.
pub(super) fn key_of(stmt: &Stmt) -> usize {
    std::ptr::from_ref(stmt) as usize
}

impl Cases {
    fn within(&mut self, locals: &Vec<LocalId>, body: &Stmt) {
        self.path.push(Scope::of(locals));
        self.statement(body);
        self.path.pop();
    }

    fn statement(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Case { first, last, body, .. } => {
                self.add(stmt, Some((*first, *last)));
                self.statement(body);
            }
            StmtKind::Default(body) => {
                self.add(stmt, None);
                self.statement(body);
            }
            StmtKind::Block(block) => {
                self.path.push(Scope::of(&block.locals));
                block.stmts.iter().for_each(|stmt| self.statement(stmt));
                self.path.pop();
            }
            StmtKind::If { then, otherwise, .. } => {
                self.statement(then);
                otherwise.iter().for_each(|stmt| self.statement(stmt));
            }
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::Label { body, .. } => self.statement(body),
            StmtKind::For { locals, body, .. } => self.within(locals, body),
            StmtKind::Empty
            | StmtKind::Expr(_)
            | StmtKind::Declare(_)
            | StmtKind::Switch { .. }
            | StmtKind::Goto(_)
            | StmtKind::ComputedGoto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(_)
            | StmtKind::Asm(_) => {}
        }
    }

    fn add(&mut self, stmt: &Stmt, range: Option<(i128, i128)>) {
        self.found.push(Case { key: key_of(stmt), range, path: self.path.clone() });
    }
}

/// Whether a controlling expression is a constant expression (6.8.5p6), as far as it is written
/// with literals.
fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Enumerator(..)
        | ExprKind::SizeOfType(_)
        | ExprKind::SizeOfExpr(_)
        | ExprKind::AlignOfType(_)
        | ExprKind::AlignOfExpr(_)
        | ExprKind::OffsetOf { .. } => true,
        ExprKind::Paren(inner) | ExprKind::Unary { operand: inner, .. } => is_constant(inner),
        ExprKind::Convert { operand, .. } => is_constant(operand),
        ExprKind::Binary { left, right, .. } | ExprKind::Logical { left, right, .. } => {
            is_constant(left) && is_constant(right)
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            is_constant(condition)
                && then.as_ref().is_none_or(|then| is_constant(then))
                && is_constant(otherwise)
        }
        _ => false,
    }
}
