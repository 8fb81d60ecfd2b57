//! Statements: which kind comes next, and the simple ones.

use super::Base;
use super::place::{Access, Root, Variable, levels};
use crate::syntax::{Declared, Expr, Init, LocalId, StmtKind};
use crate::types::{Quals, Ty, Types};
use crate::typing;

type Make = fn(&mut Base) -> bool;

/// A kind of statement: how often, and how it is made; that function says whether it was.
pub struct Row {
    pub weight: u32,
    make: Make,
}

const fn row(weight: u32, make: Make) -> Row {
    Row { weight, make }
}

/// The first is always possible.
pub const STATEMENTS: [Row; 24] = [
    row(60, Base::make_assignment),
    row(24, Base::make_declaration),
    row(14, Base::make_pointer_assignment),
    row(10, Base::make_pointer_declaration),
    row(8, Base::make_effect),
    row(6, Base::make_copy),
    row(24, Base::make_if),
    row(20, Base::make_for),
    row(6, Base::make_while),
    row(5, Base::make_do),
    row(8, Base::make_switch),
    row(5, Base::make_jump_forward),
    row(4, Base::make_jump_back),
    row(4, Base::make_jump_in),
    row(26, Base::make_call),
    row(5, Base::make_block),
    row(9, Base::make_stores),
    row(12, Base::make_elements),
    row(6, Base::make_choices),
    row(6, Base::make_recurrence),
    row(5, Base::make_table),
    row(6, Base::make_pun),
    row(4, Base::make_copied_bytes),
    row(4, Base::make_jump_out),
];

/// How deep blocks nest.
const DEEPEST: usize = 5;

impl Base {
    /// Writes one statement, with all that is in it. The machine may refuse some attempts.
    pub(super) fn statement(&mut self) {
        self.left = self.left.saturating_sub(1);
        for attempt in 0..3 {
            let row = self.entropy.weighted(&self.statement_weights).unwrap_or(0);
            // Side effects in expressions are what the machine refuses most.
            self.effects = if attempt == 0 && self.chance(400) { 2 } else { 0 };
            if (STATEMENTS[row].make)(self) {
                return;
            }
        }
        self.effects = 0;
        self.make_assignment();
    }

    pub(super) fn may_nest(&self) -> bool {
        self.blocks.len() <= DEEPEST && self.left > 0
    }

    pub(super) fn body(&mut self, most: u64) {
        let count = self.entropy.range(1, most).min(u64::from(self.left.max(1)));
        for _ in 0..count {
            self.statement();
        }
    }

    pub(super) fn height(&mut self) -> u32 {
        [1, 2, 2, 3, 3, 4][self.entropy.index(6)]
    }

    fn make_assignment(&mut self) -> bool {
        let height = self.height();
        let value = self.expression(height);
        let Some(target) = self.integer(Access::Write) else { return false };
        match typing::assign(&mut self.program.types, target, value) {
            Ok(expr) => self.perform(StmtKind::Expr(expr)),
            Err(_) => false,
        }
    }

    fn make_effect(&mut self) -> bool {
        self.effects = 1;
        let made = if self.entropy.coin() { self.count(0) } else { self.compound(2) };
        made.is_some_and(|expr| self.perform(StmtKind::Expr(expr)))
    }

    /// A new local, alive from here on.
    pub(super) fn add_local(&mut self, ty: Ty) -> Option<LocalId> {
        let local = self.new_local(ty);
        if self.dead == 0 {
            self.machine.begin(&self.program, &[local]).ok()?;
        }
        self.blocks.last_mut()?.locals.push(local);
        Some(local)
    }

    /// Declares a local with what it starts with, and executes that.
    pub(super) fn declare(&mut self, ty: Ty, init: Init) -> Option<LocalId> {
        let local = self.add_local(ty)?;
        let declared = vec![Declared::Local { local, init: Some(init) }];
        if self.perform(StmtKind::Declare(declared)) {
            let depth = self.blocks.len();
            self.variables.push(Variable { root: Root::Local(local), ty, range: None, depth });
            return Some(local);
        }
        // It never came to be; nobody will name it.
        if self.dead == 0 {
            self.machine.finish(&[local]);
        }
        self.blocks.last_mut()?.locals.retain(|&it| it != local);
        None
    }

    fn make_declaration(&mut self) -> bool {
        let ty = self.variable_type();
        let init = match self.program.types.is_integer(ty) {
            true => {
                let height = self.height();
                let value = self.expression(height);
                match typing::assignment_conversion(&mut self.program.types, value, ty) {
                    Ok(value) => Init::Expr(value),
                    Err(_) => return false,
                }
            }
            false => self.initial(ty),
        };
        let ty = self.qualified(ty);
        self.declare(ty, init).is_some()
    }

    fn make_pointer_declaration(&mut self) -> bool {
        let depth = self.blocks.len();
        let Some(variable) = self.pick(|types, it| {
            levels(types, it.ty) < 5 && it.range.is_none() && !types.is_array(it.ty)
        }) else {
            return false;
        };
        let mut target = variable.ty;
        if self.chance(self.policy.swarm.constant) {
            target = target.with(Quals::CONST);
        }
        let pointer = self.program.types.pointer(target);
        let Some(value) = self.address_for(pointer, depth) else { return false };
        let types = &mut self.program.types;
        let Ok(value) = typing::assignment_conversion(types, value, pointer) else { return false };
        let pointer = self.qualified(pointer);
        self.declare(pointer, Init::Expr(value)).is_some()
    }

    fn make_pointer_assignment(&mut self) -> bool {
        let fits = |types: &Types, it: &Variable| types.is_pointer(it.ty) && it.range.is_none();
        let Some(variable) = self.pick(fits) else { return false };
        let mut target = self.root_expr(variable);
        let mut depth = variable.depth;
        // Through a pointer to it: whose depth nobody knows but the machine, so only what
        // lives throughout is stored there.
        while self
            .program
            .types
            .target(target.ty)
            .is_some_and(|it| self.program.types.is_pointer(it))
            && self.chance(400)
        {
            let Ok(deeper) = typing::deref(&mut self.program.types, target.clone()) else { break };
            (target, depth) = (deeper, 0);
        }
        if target.ty.is_const() {
            return false;
        }
        let Some(value) = self.pointer_for(target.ty.unqualified(), depth) else { return false };
        match typing::assign(&mut self.program.types, target, value) {
            Ok(expr) => self.perform(StmtKind::Expr(expr)),
            Err(_) => false,
        }
    }

    /// One struct or union assigned to another.
    fn make_copy(&mut self) -> bool {
        let is_record = |types: &Types, it: &Variable| types.is_record(it.ty) && !it.ty.is_const();
        let Some(to) = self.pick(is_record) else { return false };
        let wanted = to.ty.unqualified().with(Quals::CONST).with(Quals::VOLATILE);
        let Some(from) = self.place_of(wanted, |it| it.root != to.root) else { return false };
        let to = self.root_expr(to);
        match typing::assign(&mut self.program.types, to, from) {
            Ok(expr) => self.perform(StmtKind::Expr(expr)),
            Err(_) => false,
        }
    }

    pub(super) fn make_call(&mut self) -> bool {
        let height = self.entropy.range(0, 2) as u32;
        let Some(call) = self.helper_call(height, false) else { return false };
        self.perform_call(call)
    }

    /// A call as a statement, or with its value assigned.
    fn perform_call(&mut self, call: Expr) -> bool {
        let types = &self.program.types;
        if types.is_integer(call.ty) && self.chance(700) {
            let Some(target) = self.integer(Access::Write) else { return false };
            return match typing::assign(&mut self.program.types, target, call) {
                Ok(expr) => self.perform(StmtKind::Expr(expr)),
                Err(_) => false,
            };
        }
        let ty = call.ty;
        let same = |_: &Types, it: &Variable| {
            it.ty.unqualified() == ty && !it.ty.is_const() && it.range.is_none()
        };
        if !self.program.types.is_void(ty)
            && let Some(variable) = self.pick(same)
        {
            let target = self.root_expr(variable);
            return match typing::assign(&mut self.program.types, target, call) {
                Ok(expr) => self.perform(StmtKind::Expr(expr)),
                Err(_) => false,
            };
        }
        self.perform(StmtKind::Expr(call))
    }
}
