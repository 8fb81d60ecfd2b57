//! Statements in the shapes that optimizers look for: rows of stores, loops over arrays, switches
//! that are tables, a union written as one thing and read as another, bytes copied.

use spektr_text::Span;

use super::Base;
use super::place::{Access, Variable};
use crate::syntax::{
    BinOp, Block, Declared, Expr, ExprKind, ForInit, IncDec, Init, LabelId, LocalId, Stmt, StmtKind,
};
use crate::types::{IntKind, Shape, Ty, Types};
use crate::typing;

/// The elements of an array of integers, and how many there are.
fn row_of(types: &Types, ty: Ty) -> Option<(Ty, u64)> {
    match *types.shape(ty) {
        Shape::Array { element, length: Some(length) } if types.is_integer(element) => {
            Some((element, length))
        }
        _ => None,
    }
}

fn is_written_row(types: &Types, it: &Variable) -> bool {
    row_of(types, it.ty).is_some_and(|(element, _)| !element.is_const())
}

pub(super) fn plain(kind: StmtKind) -> Stmt {
    Stmt::new(kind, Span::default())
}

pub(super) fn block_of(stmts: Vec<Stmt>) -> StmtKind {
    StmtKind::Block(Block { locals: Vec::new(), stmts, span: Span::default() })
}

impl Base {
    fn element(&mut self, row: Variable, index: Expr) -> Option<Expr> {
        let root = self.root_expr(row);
        typing::index(&mut self.program.types, root, index).ok()
    }

    pub(super) fn value_of(&mut self, place: Expr) -> Expr {
        place.decayed(&mut self.program.types)
    }

    /// `a[2] = 1; a[3] = b[0]; …` or the members of a struct: what could be fewer, wider stores.
    pub(super) fn make_stores(&mut self) -> bool {
        self.effects = 0;
        let Some(row) = self.pick(|types, it| {
            is_written_row(types, it) || types.is_record(it.ty) && !it.ty.is_const()
        }) else {
            return false;
        };
        let from = self.pick(|types, it| row_of(types, it.ty).is_some());
        let places = self.scalars(row);
        let first = self.entropy.index(places.len().max(1));
        let mut made = false;
        for (at, place) in places.into_iter().enumerate().skip(first).take(8) {
            let length = from.and_then(|it| row_of(&self.program.types, it.ty));
            let value = match (from, length) {
                (Some(from), Some((_, length))) if self.chance(300) => {
                    self.element(from, Expr::int((at as u64 % length) as i32))
                }
                _ => None,
            };
            let value = match value {
                Some(value) => self.value_of(value),
                None => self.constant(place.ty),
            };
            let assign = typing::assign(&mut self.program.types, place, value);
            made |= assign.is_ok_and(|assign| self.perform(StmtKind::Expr(assign)));
        }
        made
    }

    /// The integers that an array or a struct consists of, one after the other.
    fn scalars(&mut self, variable: Variable) -> Vec<Expr> {
        let root = self.root_expr(variable);
        let count = match *self.program.types.shape(variable.ty) {
            Shape::Array { length: Some(length), .. } => length as u32,
            Shape::Record(id) => self.program.types.fields(id).len() as u32,
            _ => 0,
        };
        let mut places = Vec::new();
        for at in 0..count {
            let types = &mut self.program.types;
            let place = match types.as_record(variable.ty) {
                Some(id) if types.fields(id)[at as usize].name.is_none() => continue,
                Some(_) => typing::member(types, root.clone(), at),
                None => typing::index(types, root.clone(), Expr::int(at as i32)),
            };
            places.extend(place.ok().filter(|it| types.is_integer(it.ty) && !it.ty.is_const()));
        }
        places
    }

    /// `for (int i = 0; i < n; i++) a[i + 1] = a[i] op b[i];`, or with a sum instead of `a`.
    pub(super) fn make_elements(&mut self) -> bool {
        if !self.may_loop() {
            return false;
        }
        self.effects = 0;
        let Some(to) = self.pick(is_written_row) else { return false };
        let Some(from) = self.pick(|types, it| row_of(types, it.ty).is_some()) else {
            return false;
        };
        let lengths = [to, from].map(|it| row_of(&self.program.types, it.ty).map_or(0, |it| it.1));
        let length = lengths[0].min(lengths[1]);
        if length < 3 {
            return false;
        }
        let counter = self.new_local(Types::INT);
        let index = self.local_expr(counter);
        let mut stmts = Vec::new();
        for _ in 0..self.entropy.range(1, 2) {
            stmts.extend(self.element_statement(to, from, &index));
        }
        // Offsets reach one further.
        let end = length as i32 - 1;
        let all = self.counted(counter, end, block_of(stmts));
        all.is_some_and(|all| self.perform_again(all))
    }

    /// `for (…) { if (i) x = 1; if (a[i] < 9) x = 0; }`: what is left is what was chosen last.
    pub(super) fn make_choices(&mut self) -> bool {
        if !self.may_loop() {
            return false;
        }
        self.effects = 0;
        let Some(row) = self.pick(|types, it| row_of(types, it.ty).is_some()) else { return false };
        let length = row_of(&self.program.types, row.ty).map_or(0, |it| it.1);
        let Some(target) = self.integer(Access::Write) else { return false };
        if length < 3 {
            return false;
        }
        let counter = self.new_local(Types::INT);
        let index = self.local_expr(counter);
        let mut stmts = Vec::new();
        for _ in 0..self.entropy.range(1, 3) {
            stmts.extend(self.choice(row, &index, &target));
        }
        let all = self.counted(counter, length as i32, block_of(stmts));
        all.is_some_and(|all| self.perform_again(all))
    }

    fn choice(&mut self, row: Variable, index: &Expr, target: &Expr) -> Option<Stmt> {
        let (place, bound) = match self.chance(600) {
            true => {
                let element = self.element(row, index.clone())?;
                let bound = self.constant(element.ty);
                (element, bound)
            }
            false => (index.clone(), Expr::int(self.entropy.below(8) as i32)),
        };
        let value = self.value_of(place);
        let ops = [BinOp::Less, BinOp::LessEqual, BinOp::Greater, BinOp::Equal, BinOp::NotEqual];
        let op = ops[self.entropy.index(ops.len())];
        let condition = typing::binary(&mut self.program.types, op, value, bound).ok()?;
        let then = Box::new(self.table_entry(target)?);
        Some(plain(StmtKind::If { condition, then, otherwise: None }))
    }

    fn element_statement(&mut self, to: Variable, from: Variable, index: &Expr) -> Option<Stmt> {
        let at = |base: &mut Base, row: Variable| {
            let index = match base.chance(350) {
                true => {
                    let types = &mut base.program.types;
                    typing::binary(types, BinOp::Add, index.clone(), Expr::int(1)).ok()?
                }
                false => index.clone(),
            };
            base.element(row, index)
        };
        let (target, one) = (at(self, to)?, at(self, from)?);
        let other = if self.entropy.coin() { at(self, to) } else { None };
        let one = self.value_of(one);
        let other = match other {
            Some(other) => self.value_of(other),
            None => self.leaf(),
        };
        let value = match self.entropy.index(4) {
            0 => {
                let operator = ["add", "sub", "mul", "rshift"][self.entropy.index(4)];
                self.wrapped(operator, vec![one, other])?
            }
            1 | 2 => {
                let op = [BinOp::BitAnd, BinOp::BitXor, BinOp::BitOr][self.entropy.index(3)];
                typing::binary(&mut self.program.types, op, one, other).ok()?
            }
            _ => {
                let types = &mut self.program.types;
                let less = typing::binary(types, BinOp::Less, one.clone(), other.clone()).ok()?;
                typing::conditional(types, less, Some(one), other).ok()?
            }
        };
        let assign = match self.chance(350).then(|| self.integer(Access::Write)).flatten() {
            Some(sum) => {
                let types = &mut self.program.types;
                match self.entropy.index(3) {
                    0 => {
                        let ops = [BinOp::BitAnd, BinOp::BitXor, BinOp::BitOr];
                        let op = ops[self.entropy.index(3)];
                        typing::compound_assign(types, op, sum, value)
                    }
                    // In an unsigned type nothing overflows, whatever the sum's own is.
                    1 => {
                        let op = [BinOp::Add, BinOp::Sub, BinOp::Mul][self.entropy.index(3)];
                        let value = typing::cast(types, value, Types::int(IntKind::ULong)).ok()?;
                        typing::compound_assign(types, op, sum, value)
                    }
                    _ => {
                        let old = self.value_of(sum.clone());
                        let added = self.wrapped("add", vec![old, value])?;
                        typing::assign(&mut self.program.types, sum, added)
                    }
                }
            }
            None => typing::assign(&mut self.program.types, target, value),
        };
        let assign = plain(StmtKind::Expr(assign.ok()?));
        if !self.chance(200) {
            return Some(assign);
        }
        let (condition, then) = (self.expression(1), Box::new(assign));
        Some(plain(StmtKind::If { condition, then, otherwise: None }))
    }

    /// A switch whose cases follow one another and each give the same variable a number.
    pub(super) fn make_table(&mut self) -> bool {
        if !self.may_nest() {
            return false;
        }
        self.effects = 0;
        let value = self.expression(1);
        let value = typing::promote(&mut self.program.types, value);
        let now = match self.dead {
            0 => self.try_value(&value).map(|it| it.bits()),
            _ => Some(0),
        };
        let (Some(now), Some(target)) = (now, self.integer(Access::Write)) else { return false };
        let kind = self.program.types.int_kind(value.ty).unwrap_or(IntKind::Int);
        let now = kind.value(kind.truncate(now));
        let count = self.entropy.range(4, 9) as i128;
        let first = now - i128::from(self.entropy.below(count as u64 + 2)) + 1;
        let mut stmts = Vec::new();
        for number in first..first + count {
            if kind.value(kind.truncate(number as u128)) != number || self.chance(80) {
                continue;
            }
            let constant = ExprKind::Int(kind.truncate(number as u128));
            let constant = Expr::new(constant, Types::int(kind), Span::default());
            let (first_expr, body) = (Box::new(constant), Box::new(plain(StmtKind::Empty)));
            let (first, last) = (number, number);
            stmts.push(plain(StmtKind::Case { first, last, first_expr, last_expr: None, body }));
            stmts.extend(self.table_entry(&target));
            stmts.push(plain(StmtKind::Break));
        }
        if self.entropy.coin() {
            stmts.push(plain(StmtKind::Default(Box::new(plain(StmtKind::Empty)))));
            stmts.extend(self.table_entry(&target));
        }
        let body = Box::new(plain(block_of(stmts)));
        self.perform(StmtKind::Switch { value, body })
    }

    fn table_entry(&mut self, target: &Expr) -> Option<Stmt> {
        let value = self.constant(target.ty);
        let assign = typing::assign(&mut self.program.types, target.clone(), value).ok()?;
        Some(plain(StmtKind::Expr(assign)))
    }

    /// A member of a union is written, and another read.
    pub(super) fn make_pun(&mut self) -> bool {
        self.effects = 0;
        let is_union = |types: &Types, it: &Variable| {
            !it.ty.is_const() && types.as_record(it.ty).is_some_and(|id| types.record(id).is_union)
        };
        let Some(variable) = self.pick(is_union) else { return false };
        let root = self.root_expr(variable);
        let (Some(written), Some(read)) = (self.descend(root.clone()), self.descend(root)) else {
            return false;
        };
        let (value, read) = (self.expression(2), self.value_of(read));
        let Some(target) = self.integer(Access::Write) else { return false };
        if written.ty.is_const() {
            return false;
        }
        let types = &mut self.program.types;
        let write = typing::assign(types, written, value);
        let then = typing::assign(types, target, read);
        let (Ok(write), Ok(then)) = (write, then) else { return false };
        self.perform(StmtKind::Expr(write)) && self.perform(StmtKind::Expr(then))
    }

    /// `memcpy(&a, &b, n)`, with as many bytes as both have, or fewer.
    pub(super) fn make_copied_bytes(&mut self) -> bool {
        let fits = |types: &Types, it: &Variable| {
            let element = types.element(it.ty).unwrap_or(it.ty);
            it.range.is_none()
                && element.quals.is_empty()
                && (types.is_array(it.ty) || types.is_record(it.ty))
                && !types.is_pointer(element)
        };
        let Some(to) = self.pick(fits) else { return false };
        let Some(from) = self.pick(|types, it| fits(types, it) && it.root != to.root) else {
            return false;
        };
        let types = &mut self.program.types;
        let sizes = [to, from].map(|it| types.size_of(it.ty).unwrap_or(0));
        let most = sizes[0].min(sizes[1]);
        let size = if self.chance(700) { most } else { self.entropy.range(1, most.max(1)) };
        let Some(&memcpy) = self.by_name.get("memcpy") else { return false };
        let mut args = Vec::new();
        for variable in [to, from] {
            let place = self.root_expr(variable);
            let Ok(address) = typing::address_of(&mut self.program.types, place) else {
                return false;
            };
            args.push(address);
        }
        let size = ExprKind::Int(size.into());
        args.push(Expr::new(size, Types::int(IntKind::ULong), Span::default()));
        let call = self.call_expr(memcpy, args);
        call.is_some_and(|call| self.perform(StmtKind::Expr(call)))
    }

    /// `for (…) for (…) { …; if (…) goto L; } L:`: a jump out of two loops at once.
    pub(super) fn make_jump_out(&mut self) -> bool {
        if !self.may_loop() || self.loops > 1 || self.dead > 0 {
            return false;
        }
        self.effects = 0;
        let label = self.new_label();
        let counters = [self.new_local(Types::INT), self.new_local(Types::INT)];
        let checkpoint = self.machine.checkpoint();
        let begun = self.machine.begin(&self.program, &counters).is_ok();
        self.loops += 2;
        self.open();
        if begun {
            self.body(3);
        }
        let mut body = self.close();
        self.loops -= 2;
        self.machine.rollback(checkpoint);
        if !begun {
            return false;
        }
        let Some(leave) = self.leave_by(label) else { return false };
        body.stmts.push(leave);
        let mut inner = StmtKind::Block(body);
        for counter in counters {
            let end = self.entropy.range(2, 5) as i32;
            let Some(around) = self.counted(counter, end, inner) else { return false };
            inner = around;
        }
        let end = StmtKind::Label { label, body: Box::new(plain(StmtKind::Empty)) };
        self.perform_again(block_of(vec![plain(inner), plain(end)]))
    }

    fn leave_by(&mut self, label: LabelId) -> Option<Stmt> {
        let (left, right) = (self.expression(1), self.leaf());
        let condition = typing::binary(&mut self.program.types, BinOp::Less, left, right).ok()?;
        let then = Box::new(plain(block_of(vec![plain(StmtKind::Goto(label))])));
        Some(plain(StmtKind::If { condition, then, otherwise: None }))
    }

    /// A loop over a new local, up to `end`.
    pub(super) fn counted(
        &mut self,
        counter: LocalId,
        end: i32,
        body: StmtKind,
    ) -> Option<StmtKind> {
        let index = self.local_expr(counter);
        let end = Expr::int(end);
        let types = &mut self.program.types;
        let condition = typing::binary(types, BinOp::Less, index.clone(), end).ok()?;
        let step = typing::inc_dec(types, IncDec::PreIncrement, index).ok()?;
        let init = Declared::Local { local: counter, init: Some(Init::Expr(Expr::int(0))) };
        Some(StmtKind::For {
            locals: vec![counter],
            init: Some(ForInit::Declare(vec![init])),
            condition: Some(condition),
            step: Some(step),
            body: Box::new(plain(body)),
        })
    }
}
