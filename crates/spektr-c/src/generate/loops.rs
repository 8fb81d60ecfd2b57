//! Loops that go round. The body is written while its first iteration runs; then all of it is
//! taken back and the whole loop runs at once, with every step repaired that later iterations
//! make undefined.

use spektr_text::Span;

use super::Generator;
use super::operand::Operand;
use super::parameter::Which;
use super::place::{Base, Role, Variable};
use crate::syntax::{BinOp, Block, Declared, Expr, ForInit, IncDec, Init, LocalId, Stmt, StmtKind};
use crate::types::{IntKind, Shape, Ty, Types};
use crate::typing;

/// How a loop counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    pub low: i64,
    /// Not reached.
    pub high: i64,
    pub step: i64,
    pub down: bool,
}

impl Count {
    fn first(self) -> i64 {
        if self.down { self.last() } else { self.low }
    }

    fn trips(self) -> i64 {
        (self.high - self.low + self.step - 1) / self.step
    }

    fn last(self) -> i64 {
        self.low + (self.trips() - 1).max(0) * self.step
    }

    /// The same with at most so many iterations.
    fn at_most(self, trips: i64) -> Count {
        if self.trips() <= trips {
            return self;
        }
        Count { high: self.low + trips * self.step, ..self }
    }
}

impl Generator {
    fn trips(&mut self) -> i64 {
        (match self.draw(Which::Trips) {
            0 => self.entropy.range(2, 6),
            1 => self.entropy.range(7, 20),
            2 => self.entropy.range(20, 80),
            _ => 1,
        }) as i64
    }

    fn count(&mut self, most: i64) -> Count {
        let (down, step) = match self.draw(Which::Step) {
            0 => (false, 1),
            1 => (true, 1),
            2 => (self.entropy.coin(), 2),
            _ => (false, self.entropy.range(3, 5) as i64),
        };
        let trips = self.trips().min(most);
        let low = if self.chance(300) { self.entropy.range(0, 3) as i64 } else { 0 };
        let low = low.min(most - 1).max(0);
        Count { low, high: (low + trips * step).min(most.max(low + 1)), step, down }
    }

    /// How often a loop may go round whose body takes this much.
    fn affordable(&self, cost: u64) -> i64 {
        let budget = u64::from(self.settings.policy.size.loop_steps) >> (2 * self.loops);
        (budget / cost.max(1)).max(2) as i64
    }

    pub(super) fn may_loop(&self) -> bool {
        self.may_nest() && self.loops < 3 && self.is_affordable()
    }

    fn counter_type(&mut self) -> Ty {
        let kinds = [
            Types::INT,
            Types::INT,
            Types::UINT,
            Types::LONG,
            Types::int(IntKind::ULong),
            Types::int(IntKind::Short),
            Types::int(IntKind::UChar),
            Types::int(IntKind::SChar),
        ];
        kinds[self.entropy.index(kinds.len())]
    }

    /// Opens a loop's counter: it lives, has its first value, and the body may read it.
    fn open_counter(&mut self, ty: Ty, count: Count) -> Option<LocalId> {
        let local = self.new_local(ty);
        self.machine.begin(&self.program, &[local]).ok()?;
        let first = self.constant_for(ty, count.first() as u128);
        let target = self.local_expr(local);
        let assign = typing::assign(&mut self.program.types, target, first).ok()?;
        let stmt = Stmt::new(StmtKind::Expr(assign), Span::default());
        self.machine.execute(&self.program, &stmt, self.fuel).ok()?;
        let role = Role::Counter { low: count.low, high: count.high };
        self.variables.push(Variable { base: Base::Local(local), ty, role }, &self.program.types);
        Some(local)
    }

    /// Writes a body: its first iteration runs and is taken back.
    fn loop_body(&mut self, fill: impl FnOnce(&mut Self)) -> Block {
        self.loops += 1;
        self.open();
        fill(self);
        if self.chance(self.settings.policy.flow.exits) {
            self.exit_or_skip();
        }
        let body = self.close();
        self.loops -= 1;
        body
    }

    /// `if (…) break;`, or `continue`: not in the first iteration.
    fn exit_or_skip(&mut self) {
        self.busy = true;
        let condition = self.condition(false);
        let kind = if self.chance(500) { StmtKind::Break } else { StmtKind::Continue };
        let then = Box::new(Stmt::new(kind, Span::default()));
        let condition = self.tree(condition.node);
        let stmt = StmtKind::If { condition, then, otherwise: None };
        let stmt = Stmt::new(stmt, Span::default());
        let Some(open) = self.blocks.last_mut() else { return };
        // Not before what it reads is declared, and not always at the end.
        let declared =
            open.stmts.iter().rposition(|stmt| matches!(stmt.kind, StmtKind::Declare(_)));
        let first = declared.map_or(0, |index| index + 1);
        let at = first + self.entropy.index(open.stmts.len() - first + 1);
        open.stmts.insert(at, stmt);
    }

    /// Runs a loop that is complete, and appends it.
    fn run_loop(&mut self, kind: StmtKind) -> bool {
        let mut stmt = Stmt::new(kind, Span::default());
        if self.execute_all(&mut stmt) {
            self.push(stmt);
            return true;
        }
        self.made.dropped += 1;
        false
    }

    fn comparison(&mut self, op: BinOp, left: Expr, right: i64) -> Option<Expr> {
        let right = self.int_constant(right);
        let right = self.tree(right.node);
        typing::binary(&mut self.program.types, op, left, right).ok()
    }

    pub(super) fn make_for(&mut self) -> bool {
        if !self.may_loop() {
            return false;
        }
        let count = self.count(100);
        self.counted(count, Generator::body)
    }

    /// `for (T c = first; c < high; c += step) body`.
    pub(super) fn counted(&mut self, count: Count, fill: impl FnOnce(&mut Self)) -> bool {
        // Counting down needs a type that goes below its last value.
        let ty = if count.down { Types::INT } else { self.counter_type() };
        let (checkpoint, cost) = (self.machine.checkpoint(), self.cost);
        let depth = self.variables.len();
        let Some(counter) = self.open_counter(ty, count) else {
            self.machine.rollback(checkpoint);
            return false;
        };
        let body = self.loop_body(fill);
        self.variables.truncate(depth);
        self.machine.rollback(checkpoint);
        let count = count.at_most(self.affordable(self.cost - cost));
        self.cost = cost;
        let Some(kind) = self.for_statement(counter, count, ty, body) else { return false };
        self.run_loop(kind)
    }

    fn for_statement(
        &mut self,
        counter: LocalId,
        count: Count,
        ty: Ty,
        body: Block,
    ) -> Option<StmtKind> {
        let first = self.constant_for(ty, count.first() as u128);
        let init = Declared::Local { local: counter, init: Some(Init::Expr(first)) };
        let place = self.local_expr(counter);
        let exact = (count.high - count.low) % count.step == 0 && !count.down;
        let condition = match (count.down, exact && self.entropy.coin()) {
            (true, _) => self.comparison(BinOp::GreaterEqual, place.clone(), count.low)?,
            (false, true) => self.comparison(BinOp::NotEqual, place.clone(), count.high)?,
            (false, false) => self.comparison(BinOp::Less, place.clone(), count.high)?,
        };
        let types = &mut self.program.types;
        let step = match (count.step, count.down) {
            (1, false) => typing::inc_dec(types, IncDec::PostIncrement, place).ok()?,
            (1, true) => typing::inc_dec(types, IncDec::PreDecrement, place).ok()?,
            (step, down) => {
                let op = if down { BinOp::Sub } else { BinOp::Add };
                typing::compound_assign(types, op, place, Expr::int(step as i32)).ok()?
            }
        };
        Some(StmtKind::For {
            locals: vec![counter],
            init: Some(ForInit::Declare(vec![init])),
            condition: Some(condition),
            step: Some(step),
            body: Box::new(Stmt::new(StmtKind::Block(body), Span::default())),
        })
    }

    /// `while (c-- > 0) body` and the like, with a counter declared before.
    pub(super) fn make_while(&mut self) -> bool {
        self.make_uncounted(false)
    }

    pub(super) fn make_do(&mut self) -> bool {
        self.make_uncounted(true)
    }

    fn make_uncounted(&mut self, last: bool) -> bool {
        if !self.may_loop() {
            return false;
        }
        let trips = self.trips();
        let ty = [Types::INT, Types::UINT, Types::int(IntKind::Long)][self.entropy.index(3)];
        let first = self.constant_for(ty, trips as u128);
        let role = Role::Counter { low: 0, high: trips + 1 };
        let Some(counter) = self.declare(ty, role, Init::Expr(first)) else { return false };
        let (checkpoint, cost) = (self.machine.checkpoint(), self.cost);
        let place = self.local_expr(counter);
        let types = &mut self.program.types;
        let op = if last { IncDec::PreDecrement } else { IncDec::PostDecrement };
        let Ok(down) = typing::inc_dec(types, op, place) else { return false };
        let body = self.loop_body(Generator::body);
        self.machine.rollback(checkpoint);
        let most = self.affordable(self.cost - cost);
        self.cost = cost;
        if most < trips && !self.start_counter(counter, ty, most) {
            return false;
        }
        let Some(condition) = self.comparison(BinOp::Greater, down, 0) else { return false };
        let body = Box::new(Stmt::new(StmtKind::Block(body), Span::default()));
        self.run_loop(match last {
            true => StmtKind::DoWhile { body, condition },
            false => StmtKind::While { condition, body },
        })
    }

    /// Has the counter that was declared last start with another number.
    fn start_counter(&mut self, counter: LocalId, ty: Ty, from: i64) -> bool {
        let first = self.constant_for(ty, from as u128);
        let target = self.local_expr(counter);
        let Ok(assign) = typing::assign(&mut self.program.types, target, first.clone()) else {
            return false;
        };
        let stmt = Stmt::new(StmtKind::Expr(assign), Span::default());
        if self.machine.execute(&self.program, &stmt, self.fuel).is_err() {
            return false;
        }
        let declaration = self.blocks.last_mut().and_then(|open| open.stmts.last_mut());
        if let Some(Stmt { kind: StmtKind::Declare(declared), .. }) = declaration
            && let [Declared::Local { init, .. }] = declared.as_mut_slice()
        {
            *init = Some(Init::Expr(first));
            return true;
        }
        false
    }

    /// A loop over an array: elements made from others (with their neighbours), or folded into
    /// one variable.
    pub(super) fn make_array_loop(&mut self) -> bool {
        if !self.may_loop() {
            return false;
        }
        let reduce = self.entropy.coin();
        let Some(array) = self.pick(!reduce, Generator::is_of_numbers) else { return false };
        let Shape::Array { length: Some(length), .. } = *self.program.types.shape(array.ty) else {
            return false;
        };
        let low = self.entropy.below(2) as i64;
        let down = self.chance(150);
        let count = Count { low, high: length as i64, step: 1, down };
        self.counted(count, |it| {
            let made = if reduce { it.reduction(array) } else { it.stencil(array) };
            if !made || it.chance(300) {
                it.statement();
            }
        })
    }

    /// Whether a variable is an array of integers.
    pub(super) fn is_of_numbers(&self, variable: &Variable) -> bool {
        let types = &self.program.types;
        matches!(types.shape(variable.ty), Shape::Array { element, length: Some(2..) }
            if types.is_integer(*element))
    }

    /// The counter of the innermost loop.
    pub(super) fn innermost(&self) -> Option<Variable> {
        self.variables.iter().rev().copied().find(|it| matches!(it.role, Role::Counter { .. }))
    }

    /// The element that the innermost counter names.
    pub(super) fn current(&mut self, array: Variable) -> Option<Expr> {
        let counter = self.innermost()?;
        let (base, index) = (self.base_expr(array), self.base_expr(counter));
        let span = self.fresh_span();
        let mut expr = typing::index(&mut self.program.types, base, index).ok()?;
        expr.span = span;
        Some(expr)
    }

    /// `total op= a[i]`, or of something made from it.
    fn reduction(&mut self, array: Variable) -> bool {
        let Some(element) = self.current(array) else { return false };
        let Some(element) = self.evaluated_load(element) else { return false };
        let Some(total) = self.target(false) else { return false };
        let value = if self.entropy.coin() {
            let other = self.leaf();
            let ops = [BinOp::Mul, BinOp::Add, BinOp::BitXor, BinOp::BitAnd, BinOp::Less];
            let op = ops[self.entropy.index(ops.len())];
            self.binary(op, element, other)
        } else {
            element
        };
        let ops = [
            BinOp::Add,
            BinOp::Add,
            BinOp::BitXor,
            BinOp::BitOr,
            BinOp::BitAnd,
            BinOp::Sub,
            BinOp::Mul,
        ];
        let op = ops[self.entropy.index(ops.len())];
        let (total, value) = (self.tree(total.node), self.tree(value.node));
        let span = self.fresh_span();
        match typing::compound_assign(&mut self.program.types, op, total, value) {
            Ok(mut expr) => {
                expr.span = span;
                self.perform_expr(expr)
            }
            Err(_) => false,
        }
    }

    /// `a[i] = …` of other elements.
    fn stencil(&mut self, array: Variable) -> bool {
        let Some(target) = self.current(array) else { return false };
        let height = self.entropy.range(1, 3) as u32;
        let value = self.arithmetic(height);
        let value = self.tree(value.node);
        match typing::assign(&mut self.program.types, target, value) {
            Ok(expr) => self.perform_expr(expr),
            Err(_) => false,
        }
    }

    pub(super) fn evaluated_load(&mut self, place: Expr) -> Option<Operand> {
        let value = place.decayed(&mut self.program.types);
        self.evaluated(value)
    }
}
