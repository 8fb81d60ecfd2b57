//! Statements: which kind comes next, and the simple ones.

use spektr_text::Span;

use super::Generator;
use super::operand::Known;
use super::parameter::Which;
use super::place::{Base, Role, Variable};
use crate::syntax::{BinOp, Declared, Expr, IncDec, Init, LocalId, Stmt, StmtKind};
use crate::types::{Quals, Shape, Ty, Types};
use crate::typing;

type Make = fn(&mut Generator) -> bool;

/// How each choice of the parameter `statement` is made, in its order. A function says whether
/// it made anything.
const MAKERS: [Make; 19] = [
    Generator::make_declaration,
    Generator::make_assignment,
    Generator::make_compound,
    Generator::make_count,
    Generator::make_if,
    Generator::make_switch,
    Generator::make_for,
    Generator::make_while,
    Generator::make_do,
    Generator::make_array_loop,
    Generator::make_call,
    Generator::make_pointer_move,
    Generator::make_copy,
    Generator::make_goto,
    Generator::make_memory,
    Generator::make_allocation,
    Generator::make_block,
    Generator::make_vector,
    Generator::make_reduction,
];

/// Of 1000 statements, so many may have a side effect within an expression.
const AFFECTING: u32 = 250;

/// Of 1000 statements, so many may have a call within an expression.
const CALLING: u32 = 250;

/// Operators for statements that do not draw how tall their expressions are.
const FEW: u32 = 8;

/// The choice that is always possible.
const ASSIGN: usize = 1;

impl Generator {
    /// Writes one statement, with all that is in it.
    pub(super) fn statement(&mut self) {
        self.left = self.left.saturating_sub(1);
        let choice = self.draw(Which::Statement);
        self.busy = false;
        self.operators = FEW;
        self.may_affect = self.chance(AFFECTING);
        self.may_call = self.chance(CALLING);
        self.has_kept = false;
        let choice = if MAKERS[choice](self) {
            choice
        } else {
            self.busy = false;
            if !self.make_assignment() {
                return;
            }
            ASSIGN
        };
        self.made.statements[choice] += 1;
        self.made.live_statements[choice] += u64::from(self.dead == 0);
    }

    /// Whether another block may be opened here.
    pub(super) fn may_nest(&self) -> bool {
        self.blocks.len() as u32 <= self.settings.policy.flow.nesting && self.left > 0
    }

    /// Statements of a block that is open.
    pub(super) fn body(&mut self) {
        let most = match self.draw(Which::Body) {
            0 => 1,
            1 => self.entropy.range(2, 5),
            _ => self.entropy.range(5, 14),
        };
        for _ in 0..most.min(u64::from(self.left.max(1))) {
            self.statement();
        }
    }

    /// A new local that is alive and known from here on, once it is declared.
    pub(super) fn add_local(&mut self, ty: Ty, role: Role) -> Option<LocalId> {
        let local = self.new_local(ty);
        if let Some(open) = self.blocks.last_mut() {
            open.locals.push(local);
        }
        self.machine.begin(&self.program, &[local]).ok()?;
        self.variables.push(Variable { base: Base::Local(local), ty, role }, &self.program.types);
        Some(local)
    }

    /// Declares a local with what it starts with, and executes that.
    pub(super) fn declare(&mut self, ty: Ty, role: Role, init: Init) -> Option<LocalId> {
        self.declare_known(ty, role, init, None)
    }

    /// The same; what is known of the value need not be executed.
    fn declare_known(
        &mut self,
        ty: Ty,
        role: Role,
        init: Init,
        value: Option<Known>,
    ) -> Option<LocalId> {
        let local = self.add_local(ty, role)?;
        let declared = vec![Declared::Local { local, init: Some(init) }];
        let place = self.variables.last().and_then(|&variable| self.whole(variable));
        let stored = match (place, value) {
            (Some(place), Some(value)) => self.store_known(&place, &value),
            _ => false,
        };
        if stored {
            self.push_kind(StmtKind::Declare(declared));
            return Some(local);
        }
        if self.perform(StmtKind::Declare(declared)) {
            return Some(local);
        }
        // It never came to be; nobody will name it.
        self.variables.truncate(self.variables.len() - 1);
        let open = self.blocks.last_mut()?;
        open.locals.retain(|&it| it != local);
        self.machine.finish(&[local]);
        None
    }

    fn make_declaration(&mut self) -> bool {
        let mut ty = self.variable_type();
        let types = &self.program.types;
        let enumeration = self.is_cpp() && matches!(types.shape(ty), Shape::Enum(_));
        let mut known = None;
        let init = if types.is_integer(ty) && !enumeration {
            let value = self.expression();
            known = Some(value.known());
            let types = &mut self.program.types;
            match typing::assignment_conversion(types, value.expr, ty) {
                Ok(value) => Init::Expr(value),
                Err(_) => return false,
            }
        } else if types.is_float(ty) {
            match self.floating_into(ty) {
                Some((expr, value)) => {
                    known = Some(value);
                    Init::Expr(expr)
                }
                None => return false,
            }
        } else {
            self.initial(ty)
        };
        if self.chance(60) {
            ty = self.program.types.qualified(ty, Quals::CONST);
        }
        let role = if ty.is_const() { Role::Input } else { Role::Local };
        self.declare_known(ty, role, init, known).is_some()
    }

    /// A floating value converted to a type, and what it is.
    fn floating_into(&mut self, ty: Ty) -> Option<(Expr, Known)> {
        let height = self.height().min(3);
        let value = self.floating(height)?;
        let converted = self.converted(value.value, value.expr.ty, ty)?;
        if !self.is_finite(ty, converted) {
            return None;
        }
        let expr = typing::assignment_conversion(&mut self.program.types, value.expr, ty).ok()?;
        Some((expr, Known { value: converted, ty }))
    }

    pub(super) fn make_assignment(&mut self) -> bool {
        if self.settings.floats && self.chance(80) && self.make_float_assignment() {
            return true;
        }
        let value = self.expression();
        let Some(place) = self.target(false) else { return false };
        let known = value.known();
        match typing::assign(&mut self.program.types, place.expr.clone(), value.expr) {
            Ok(expr) => self.perform_known(expr, &place, &known),
            Err(_) => false,
        }
    }

    fn make_float_assignment(&mut self) -> bool {
        let Some(place) = self.target(true) else { return false };
        let Some((value, known)) = self.floating_into(place.expr.ty.unqualified()) else {
            return false;
        };
        match typing::assign(&mut self.program.types, place.expr.clone(), value) {
            Ok(expr) => self.perform_known(expr, &place, &known),
            Err(_) => false,
        }
    }

    /// `target op= value`: built as the operation first, so that it is rewritten if need be.
    fn make_compound(&mut self) -> bool {
        let ops = [
            BinOp::Add,
            BinOp::Sub,
            BinOp::Mul,
            BinOp::Div,
            BinOp::Rem,
            BinOp::Shl,
            BinOp::Shr,
            BinOp::BitAnd,
            BinOp::BitXor,
            BinOp::BitOr,
        ];
        let op = ops[self.entropy.index(ops.len())];
        let value = self.expression();
        let Some(place) = self.target(false) else { return false };
        let Some(old) = self.loaded(place.clone()) else { return false };
        let computed = self.binary(op, old, value);
        let known = computed.known();
        let crate::syntax::ExprKind::Binary { op, right, .. } = computed.expr.kind else {
            return false;
        };
        let span = self.fresh_span();
        match typing::compound_assign(&mut self.program.types, op, place.expr.clone(), *right) {
            Ok(mut expr) => {
                expr.span = span;
                self.perform_known(expr, &place, &known)
            }
            Err(_) => false,
        }
    }

    fn make_count(&mut self) -> bool {
        let Some(place) = self.target(false) else { return false };
        // C++ counts no truth values.
        if place.expr.ty.unqualified() == Types::BOOL {
            return false;
        }
        let ops = [
            IncDec::PreIncrement,
            IncDec::PreDecrement,
            IncDec::PostIncrement,
            IncDec::PostDecrement,
        ];
        let op = ops[self.entropy.index(4)];
        let span = self.fresh_span();
        match typing::inc_dec(&mut self.program.types, op, place.expr) {
            Ok(mut expr) => {
                expr.span = span;
                self.perform_expr(expr)
            }
            Err(_) => false,
        }
    }

    /// One struct, union or array's struct assigned to another.
    fn make_copy(&mut self) -> bool {
        let is_record = |it: &Self, variable: &Variable| {
            matches!(it.program.types.shape(variable.ty), Shape::Record(_))
        };
        let Some(to) = self.pick(true, is_record) else { return false };
        let same = |_: &Self, variable: &Variable| {
            variable.ty.unqualified() == to.ty.unqualified() && variable.base != to.base
        };
        let Some(from) = self.pick(false, same) else { return false };
        let (to, from) = (self.base_expr(to), self.base_expr(from));
        match typing::assign(&mut self.program.types, to, from) {
            Ok(expr) => self.perform_expr(expr),
            Err(_) => false,
        }
    }

    fn make_block(&mut self) -> bool {
        if !self.may_nest() {
            return false;
        }
        self.open();
        self.body();
        let block = self.close();
        self.push(Stmt::new(StmtKind::Block(block), Span::default()));
        true
    }
}
