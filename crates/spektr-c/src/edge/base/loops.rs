//! Loops that go round. The body is written while its first iteration runs; then that is taken
//! back and the whole loop runs at once. Statements that the machine then refuses are left out.

use spektr_text::Span;

use super::Base;
use super::place::{Root, Variable};
use crate::syntax::{
    BinOp, Block, Declared, Expr, ForInit, IncDec, Init, LocalId, Stmt, StmtKind, VisitorMut,
    walk_stmt_mut,
};
use crate::types::{Ty, Types};
use crate::typing;

/// What a loop may execute.
const LOOP_FUEL: u64 = 60_000;
/// A loop is mended at most so often.
const MENDINGS: usize = 8;

impl Base {
    pub(super) fn may_loop(&self) -> bool {
        self.may_nest() && self.loops < 3
    }

    /// The variable that was declared last is a counter: nothing else writes it by name.
    pub(super) fn lock_last(&mut self) {
        if let Some(last) = self.variables.last_mut() {
            last.range = Some((i64::MIN, i64::MAX));
        }
    }

    /// Executes a statement that runs parts again, without those that the machine refuses.
    pub(super) fn perform_again(&mut self, kind: StmtKind) -> bool {
        let mut stmt = self.stamped(kind);
        for _ in 0..MENDINGS {
            if self.dead > 0 || self.try_out(&stmt, LOOP_FUEL) {
                if let Some(open) = self.blocks.last_mut() {
                    open.stmts.push(stmt);
                }
                return true;
            }
            let Some((function, span)) = self.machine.stopped_at() else { break };
            let mut without = Without { span, done: false };
            if function == self.function && span.is_known() {
                without.stmt(&mut stmt);
            }
            if !without.done {
                break;
            }
        }
        self.dropped += 1;
        false
    }

    fn counter_type(&mut self) -> Ty {
        loop {
            let ty = self.int_type();
            if ty != Types::BOOL {
                return ty;
            }
        }
    }

    /// `for (…; …; …) { … }` over a new local, or over a global as Csmith likes it.
    pub(super) fn make_for(&mut self) -> bool {
        if !self.may_loop() {
            return false;
        }
        let step = [1, 1, 1, 2, 3][self.entropy.index(5)];
        let low = if self.chance(250) { self.entropy.range(1, 3) as i64 } else { 0 };
        let high = low + step * self.entropy.range(1, 9) as i64;
        let down = self.chance(250);
        let first = if down { high - step } else { low };
        let global = |types: &Types, it: &Variable| {
            types.is_integer(it.ty)
                && it.ty.quals.is_empty()
                && it.ty != Types::BOOL
                && it.range.is_none()
        };
        let old = if self.chance(400) { self.pick(global) } else { None };
        let (place, own) = match old {
            Some(variable) => (self.root_expr(variable), None),
            None => {
                let ty = self.counter_type();
                let local = self.new_local(ty);
                (self.local_expr(local), Some(local))
            }
        };
        // A signed counter that goes down ends below its range; an unsigned one would not.
        let down = down && self.program.types.int_kind(place.ty).is_some_and(|it| it.is_signed());
        let first = if down { first } else { low };
        let Some(body) = self.first_round(&place, own, first, (low, high)) else { return false };
        let Some(kind) = self.for_statement(place, own, (low, high, step, down), first, body)
        else {
            return false;
        };
        self.perform_again(kind)
    }

    /// Writes the body while its first iteration runs, and takes that back.
    fn first_round(
        &mut self,
        place: &Expr,
        own: Option<LocalId>,
        first: i64,
        range: (i64, i64),
    ) -> Option<Block> {
        let checkpoint = self.machine.checkpoint();
        let known = self.variables.clone();
        let mut ready = true;
        if self.dead == 0 {
            if let Some(local) = own {
                ready = self.machine.begin(&self.program, &[local]).is_ok();
            }
            let value = Expr::int(first as i32);
            let assign = typing::assign(&mut self.program.types, place.clone(), value).ok();
            ready &= assign.is_some_and(|assign| {
                let stmt = Stmt::new(StmtKind::Expr(assign), Span::default());
                self.machine.execute(&self.program, &stmt, super::FUEL).is_ok()
            });
        }
        let mut body = None;
        if ready {
            match own {
                Some(local) => self.variables.push(Variable {
                    root: Root::Local(local),
                    ty: place.ty,
                    range: Some(range),
                    depth: usize::MAX,
                }),
                None => {
                    for variable in &mut self.variables {
                        let root = match place.kind {
                            crate::syntax::ExprKind::Global(id) => Root::Global(id),
                            crate::syntax::ExprKind::Local(id) => Root::Local(id),
                            _ => continue,
                        };
                        if variable.root == root {
                            variable.range = Some(range);
                        }
                    }
                }
            }
            self.loops += 1;
            self.open();
            self.body(3);
            self.leave_or_skip();
            self.body(2);
            body = Some(self.close());
            self.loops -= 1;
        }
        self.variables = known;
        self.machine.rollback(checkpoint);
        body
    }

    /// `if (…) break;`, or `continue`: where it is not taken at once.
    fn leave_or_skip(&mut self) {
        if !self.chance(300) {
            return;
        }
        self.effects = 0;
        let condition = match self.chance(600).then(|| self.later()).flatten() {
            Some(condition) => condition,
            None => self.expression(2),
        };
        let taken =
            self.dead == 0 && self.try_value(&condition).is_none_or(|value| value.bits() != 0);
        if taken {
            return;
        }
        let kind = if self.entropy.coin() { StmtKind::Break } else { StmtKind::Continue };
        let then = Box::new(Stmt::new(kind, Span::default()));
        self.push(StmtKind::If { condition, then, otherwise: None });
    }

    /// Whether a counter has gone some way, up or down.
    fn later(&mut self) -> Option<Expr> {
        let counter = self.pick(|_, it| it.range.is_some())?;
        let (low, high) = counter.range?;
        let place = self.root_expr(counter);
        let (op, bound) = match low == i64::MIN {
            // These count down to nothing.
            true => (BinOp::Less, 3),
            false => {
                let op = [BinOp::Greater, BinOp::NotEqual, BinOp::Less][self.entropy.index(3)];
                (op, (low + high) / 2)
            }
        };
        typing::binary(&mut self.program.types, op, place, Expr::int(bound as i32)).ok()
    }

    fn for_statement(
        &mut self,
        place: Expr,
        own: Option<LocalId>,
        (low, high, step, down): (i64, i64, i64, bool),
        first: i64,
        body: Block,
    ) -> Option<StmtKind> {
        let types = &mut self.program.types;
        let number = |value: i64| Expr::int(value as i32);
        let init = match own {
            Some(local) => {
                let value = typing::assignment_conversion(types, number(first), place.ty).ok()?;
                ForInit::Declare(vec![Declared::Local { local, init: Some(Init::Expr(value)) }])
            }
            None => ForInit::Expr(typing::assign(types, place.clone(), number(first)).ok()?),
        };
        let condition = match down {
            true => typing::binary(types, BinOp::GreaterEqual, place.clone(), number(low)),
            false => typing::binary(types, BinOp::Less, place.clone(), number(high)),
        };
        let op = if down { BinOp::Sub } else { BinOp::Add };
        let counted = match (step, down, self.entropy.coin()) {
            (1, false, true) => typing::inc_dec(types, IncDec::PreIncrement, place),
            (1, true, true) => typing::inc_dec(types, IncDec::PostDecrement, place),
            _ => typing::compound_assign(types, op, place, number(step)),
        };
        Some(StmtKind::For {
            locals: own.into_iter().collect(),
            init: Some(init),
            condition: Some(condition.ok()?),
            step: Some(counted.ok()?),
            body: Box::new(Stmt::new(StmtKind::Block(body), Span::default())),
        })
    }

    pub(super) fn make_while(&mut self) -> bool {
        self.make_uncounted(false)
    }

    pub(super) fn make_do(&mut self) -> bool {
        self.make_uncounted(true)
    }

    /// `int n = 5; while (n-- > 0) { … }` and `do { … } while (--n > 0);`.
    fn make_uncounted(&mut self, last: bool) -> bool {
        if !self.may_loop() {
            return false;
        }
        let trips = self.entropy.range(1, 7) as i32;
        let Some(counter) = self.declare(Types::INT, Init::Expr(Expr::int(trips))) else {
            return false;
        };
        self.lock_last();
        let checkpoint = self.machine.checkpoint();
        self.loops += 1;
        self.open();
        self.body(3);
        self.leave_or_skip();
        self.body(2);
        let body = self.close();
        self.loops -= 1;
        self.machine.rollback(checkpoint);
        let place = self.local_expr(counter);
        let types = &mut self.program.types;
        let op = if last { IncDec::PreDecrement } else { IncDec::PostDecrement };
        let Ok(down) = typing::inc_dec(types, op, place) else { return false };
        let Ok(condition) = typing::binary(types, BinOp::Greater, down, Expr::int(0)) else {
            return false;
        };
        let body = Box::new(Stmt::new(StmtKind::Block(body), Span::default()));
        self.perform_again(match last {
            true => StmtKind::DoWhile { body, condition },
            false => StmtKind::While { condition, body },
        })
    }
}

/// Empties the statement at this place, unless something depends on it.
struct Without {
    span: Span,
    done: bool,
}

impl VisitorMut for Without {
    fn stmt(&mut self, stmt: &mut Stmt) {
        let removable = matches!(stmt.kind, StmtKind::Expr(_) | StmtKind::If { .. });
        if removable && !self.done && stmt.span.start == self.span.start {
            // Jumps to a label inside keep the statement.
            let mut labels = Labels(false);
            labels.stmt(stmt);
            if !labels.0 {
                stmt.kind = StmtKind::Empty;
                self.done = true;
                return;
            }
        }
        walk_stmt_mut(self, stmt);
    }
}

struct Labels(bool);

impl VisitorMut for Labels {
    fn stmt(&mut self, stmt: &mut Stmt) {
        self.0 |= matches!(stmt.kind, StmtKind::Label { .. });
        walk_stmt_mut(self, stmt);
    }
}
