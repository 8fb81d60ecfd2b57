//! Statements: which kind comes next, and the simple ones.

use spektr_text::Span;

use super::Generator;
use super::operand::Operand;
use super::parameter::Which;
use super::place::{Base, Place, Role, Variable};
use crate::syntax::{BinOp, Declared, Flat, IncDec, Init, LocalId, Stmt, StmtKind};
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
const AFFECTING: u32 = 180;

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
        self.trees = self.program.flats.trees.len();
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
        let local = self.add_local(ty, role)?;
        let declared = vec![Declared::Local { local, init: Some(init) }];
        self.perform_declaration(local, StmtKind::Declare(declared))
    }

    fn perform_declaration(&mut self, local: LocalId, kind: StmtKind) -> Option<LocalId> {
        if self.perform(kind) {
            return Some(local);
        }
        // It never came to be; nobody will name it.
        self.variables.truncate(self.variables.len() - 1);
        let open = self.blocks.last_mut()?;
        open.locals.retain(|&it| it != local);
        self.machine.finish(&[local]);
        None
    }

    /// The same with a value that is known, and so need not be executed.
    fn declare_known(&mut self, ty: Ty, role: Role, value: Operand) -> Option<LocalId> {
        let local = self.add_local(ty, role)?;
        let variable = self.variables.last().copied();
        let place = variable.and_then(|variable| self.whole(variable));
        let stored = place.is_some_and(|place| self.store_known(&place, &value.known()));
        let init = match stored {
            true => self.written(value, ty)?,
            false => {
                let value = self.tree(value.node);
                typing::assignment_conversion(&mut self.program.types, value, ty).ok()?
            }
        };
        let declared = vec![Declared::Local { local, init: Some(Init::Expr(init)) }];
        let kind = StmtKind::Declare(declared);
        if stored {
            self.push_kind(kind);
            return Some(local);
        }
        self.perform_declaration(local, kind)
    }

    fn make_declaration(&mut self) -> bool {
        let mut ty = self.variable_type();
        let types = &self.program.types;
        let enumeration = self.is_cpp() && matches!(types.shape(ty), Shape::Enum(_));
        let value = if types.is_integer(ty) && !enumeration {
            Some(self.expression())
        } else if types.is_float(ty) {
            match self.floating_into(ty) {
                Some(value) => Some(value),
                None => return false,
            }
        } else {
            None
        };
        let init = match value {
            None => Some(self.initial(ty)),
            Some(_) => None,
        };
        if self.chance(60) {
            ty = self.program.types.qualified(ty, Quals::CONST);
        }
        let role = if ty.is_const() { Role::Input } else { Role::Local };
        match (value, init) {
            (Some(value), _) => self.declare_known(ty, role, value).is_some(),
            (None, Some(init)) => self.declare(ty, role, init).is_some(),
            (None, None) => false,
        }
    }

    /// A floating value that a type holds after conversion.
    fn floating_into(&mut self, ty: Ty) -> Option<Operand> {
        let height = self.height().min(3);
        let value = self.floating(height)?;
        let converted = self.converted(value.value, value.ty, ty)?;
        self.is_finite(ty, converted).then_some(value)
    }

    pub(super) fn make_assignment(&mut self) -> bool {
        if self.settings.floats && self.chance(80) && self.make_float_assignment() {
            return true;
        }
        let value = self.expression();
        let Some(place) = self.target(false) else { return false };
        self.assign_known(place, value)
    }

    fn make_float_assignment(&mut self) -> bool {
        let Some(place) = self.target(true) else { return false };
        let Some(value) = self.floating_into(place.ty.unqualified()) else { return false };
        self.assign_known(place, value)
    }

    fn assign_known(&mut self, place: Place, value: Operand) -> bool {
        let node = self.write(Flat::Assign(place.node, value.node));
        self.perform_known(node, &place, &value.known())
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
        let Some(old) = self.loaded(place) else { return false };
        let computed = self.binary(op, old, value);
        let right = match self.program.flats.get(computed.node) {
            Flat::Binary(op, left, right) if left == old.node => (op, right),
            _ => return false,
        };
        let node = self.write(Flat::CompoundAssign(right.0, place.node, right.1));
        self.perform_known(node, &place, &computed.known())
    }

    fn make_count(&mut self) -> bool {
        let Some(place) = self.target(false) else { return false };
        // C++ counts no truth values.
        if place.ty.unqualified() == Types::BOOL {
            return false;
        }
        let ops = [
            IncDec::PreIncrement,
            IncDec::PreDecrement,
            IncDec::PostIncrement,
            IncDec::PostDecrement,
        ];
        let op = ops[self.entropy.index(4)];
        let target = self.tree(place.node);
        let span = self.fresh_span();
        match typing::inc_dec(&mut self.program.types, op, target) {
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
