//! Shapes that passes of compilers look for: values kept between bounds, and loops that choose
//! or fold one value. They come about by chance too, but seldom whole.

use spektr_text::Span;

use super::Generator;
use super::loops::Count;
use super::operand::Operand;
use super::parameter::Which;
use super::place::{Place, Role, Variable};
use crate::machine::number::extend;
use crate::syntax::{BinOp, Expr, Init, LocalId, Stmt, StmtKind};
use crate::types::{IntKind, Shape, Ty, Types};
use crate::typing;

const COMPARISONS: [BinOp; 6] = [
    BinOp::Less,
    BinOp::Greater,
    BinOp::LessEqual,
    BinOp::GreaterEqual,
    BinOp::Equal,
    BinOp::NotEqual,
];

/// Choices of the parameter `reduction`.
mod reduction {
    pub const CONDITIONAL: usize = 0;
    pub const BEST: usize = 1;
    pub const PLACE: usize = 2;
    pub const ITSELF: usize = 3;
}

impl Generator {
    /// `x < a ? a : x > b ? b : x`: the bounds may be equal, next to each other, or the wrong way
    /// round.
    pub(super) fn clamp(&mut self) -> Option<Operand> {
        let x = self.leaf_variable()?;
        let kind = self.program.types.int_kind(x.ty)?;
        if kind.bits() > 64 {
            return None;
        }
        let kind = if kind.bits() < 32 { IntKind::Int } else { kind };
        let low = match self.entropy.coin() {
            // Near what it is.
            true => extend(self.int(x.ty), x.value).wrapping_add(self.offset()),
            false => self.constant_bits(kind),
        };
        let high = low.wrapping_add(self.offset());
        let low = self.constant_of(Types::int(kind), low);
        let high = self.constant_of(Types::int(kind), high);
        let (below, above) = match self.entropy.coin() {
            true => (BinOp::Less, BinOp::Greater),
            false => (BinOp::LessEqual, BinOp::GreaterEqual),
        };
        let is_above = self.binary(above, x, high);
        let otherwise = self.conditional(is_above, high, x);
        let is_below = self.binary(below, x, low);
        Some(self.conditional(is_below, low, otherwise))
    }

    fn offset(&mut self) -> u128 {
        self.entropy.range_signed(-3, 3) as i128 as u128
    }

    /// A loop over an array that makes one local value of it, which is then stored.
    pub(super) fn make_reduction(&mut self) -> bool {
        if !self.may_loop() {
            return false;
        }
        let way = self.draw(Which::Reduction);
        let Some(array) = self.pick(false, Generator::is_of_numbers) else { return false };
        let Shape::Array { element, length: Some(length) } = *self.program.types.shape(array.ty)
        else {
            return false;
        };
        let ty = match way {
            reduction::PLACE => Types::INT,
            reduction::BEST => element.unqualified(),
            _ if self.entropy.coin() => element.unqualified(),
            _ => self.int_type(),
        };
        if !matches!(self.program.types.shape(ty), Shape::Int(_)) {
            return false;
        }
        let bits = self.any_bits(ty);
        let first = self.constant_for(ty, bits);
        let Some(total) = self.declare(ty, Role::Local, Init::Expr(first)) else { return false };
        let high = match way {
            reduction::ITSELF => self.entropy.range(5, 40) as i64,
            _ => length as i64,
        };
        let count = Count { low: 0, high, step: 1, down: false };
        let made = self.counted(count, |it| {
            let fold = match way {
                reduction::CONDITIONAL => it.chosen(array, total, ty),
                reduction::BEST => it.best(array, total),
                reduction::PLACE => it.place(array, total),
                _ => it.with_itself(total),
            };
            if fold.is_none() {
                it.statement();
            }
        });
        made && self.store_local(total)
    }

    /// `if (a[i] < c) total = 2; if (b[i] > d) total = -2;`
    fn chosen(&mut self, array: Variable, total: LocalId, ty: Ty) -> Option<()> {
        for turn in 0..self.entropy.range(1, 3) {
            let same = |_: &Self, variable: &Variable| variable.ty == array.ty;
            let array = if turn > 0 { self.pick(false, same).unwrap_or(array) } else { array };
            let condition = self.element_test(array)?;
            let bits = self.constant_bits(IntKind::Int);
            let value = self.constant_for(ty, bits);
            self.assign_if(condition, total, value)?;
        }
        Some(())
    }

    /// `if (a[i] > total) total = a[i];`
    fn best(&mut self, array: Variable, total: LocalId) -> Option<()> {
        let element = self.current(array)?;
        let value = element.clone().decayed(&mut self.program.types);
        let (left, right) = (self.evaluated_load(element)?, self.local_expr(total));
        let right = self.evaluated_load(right)?;
        let op = COMPARISONS[self.entropy.index(4)];
        let condition = self.binary(op, left, right);
        self.assign_if(condition, total, value)
    }

    /// `if (a[i] == c) total = i;`
    fn place(&mut self, array: Variable, total: LocalId) -> Option<()> {
        let condition = self.element_test(array)?;
        let counter = self.innermost()?;
        let index = self.base_expr(counter).decayed(&mut self.program.types);
        self.assign_if(condition, total, index)
    }

    /// `total *= total;`
    fn with_itself(&mut self, total: LocalId) -> Option<()> {
        let ops = [BinOp::Mul, BinOp::Mul, BinOp::Add, BinOp::Sub, BinOp::BitXor];
        let op = ops[self.entropy.index(ops.len())];
        let (target, value) = (self.local_expr(total), self.local_expr(total));
        let span = self.fresh_span();
        let mut expr = typing::compound_assign(&mut self.program.types, op, target, value).ok()?;
        expr.span = span;
        self.perform_expr(expr).then_some(())
    }

    /// The current element compared with what one of the elements is, so that some pass.
    fn element_test(&mut self, array: Variable) -> Option<Operand> {
        let Shape::Array { element, length: Some(length) } = *self.program.types.shape(array.ty)
        else {
            return None;
        };
        let size = self.program.types.size_of(element)?;
        let whole = self.whole(array)?;
        let offset = whole.offset + self.entropy.below(length) * size;
        let current = self.current(array)?;
        let other = self.read(&Place { ty: element, offset, ..whole })?;
        let int = self.int(element);
        let ty = if int.bits < 32 { Types::INT } else { element.unqualified() };
        let other = self.constant_of(ty, extend(int, other));
        let current = self.evaluated_load(current)?;
        let op = COMPARISONS[self.entropy.index(COMPARISONS.len())];
        Some(self.binary(op, current, other))
    }

    fn assign_if(&mut self, condition: Operand, total: LocalId, value: Expr) -> Option<()> {
        let condition = self.tree(condition.node);
        let target = self.local_expr(total);
        let assign = typing::assign(&mut self.program.types, target, value).ok()?;
        let then = Box::new(Stmt::new(StmtKind::Expr(assign), Span::default()));
        let kind = StmtKind::If { condition, then, otherwise: None };
        self.perform(kind).then_some(())
    }

    /// What a local holds goes where it may be seen.
    fn store_local(&mut self, local: LocalId) -> bool {
        let Some(place) = self.target(false) else { return false };
        let value = self.local_expr(local);
        let target = self.tree(place.node);
        match typing::assign(&mut self.program.types, target, value) {
            Ok(expr) => self.perform_expr(expr),
            Err(_) => false,
        }
    }
}
