//! Loops in which the last round's values become the next round's: a variable that goes into
//! itself, and two that change places.

use super::Base;
use super::place::Access;
use super::shapes::{block_of, plain};
use crate::syntax::{BinOp, Expr, Stmt, StmtKind};
use crate::types::Types;
use crate::typing;

impl Base {
    /// `for (int i = 0; i < n; i++) { x = x op x; … }`, or `{ x = x op y; y = x; … }`.
    pub(super) fn make_recurrence(&mut self) -> bool {
        if !self.may_loop() {
            return false;
        }
        self.effects = 0;
        let Some(one) = self.integer(Access::Write) else { return false };
        let other = match self.chance(500) {
            true => self.integer(Access::Write),
            false => None,
        };
        let counter = self.new_local(Types::INT);
        let mut stmts = Vec::new();
        match other {
            Some(other) => {
                stmts.extend(self.next_value(&one, &other));
                let value = self.value_of(one);
                let moved = typing::assign(&mut self.program.types, other, value);
                stmts.extend(moved.ok().map(|it| plain(StmtKind::Expr(it))));
            }
            None => stmts.extend(self.next_value(&one, &one)),
        }
        let end = self.entropy.range(2, 20) as i32;
        let all = self.counted(counter, end, block_of(stmts));
        all.is_some_and(|all| self.perform_again(all))
    }

    /// `one = one op other`, in an operator that is defined for all values or in a wrapper.
    fn next_value(&mut self, one: &Expr, other: &Expr) -> Option<Stmt> {
        let operands = [one, other].map(|it| self.value_of(it.clone()));
        let value = match self.entropy.index(3) {
            0 => {
                let operator = ["add", "sub", "mul"][self.entropy.index(3)];
                self.wrapped(operator, operands.to_vec())?
            }
            1 => {
                let [left, right] = operands;
                let op = [BinOp::BitAnd, BinOp::BitXor, BinOp::BitOr][self.entropy.index(3)];
                typing::binary(&mut self.program.types, op, left, right).ok()?
            }
            // Narrow values are as wide as an `int` while they are computed with.
            _ => {
                let [left, right] = operands;
                let op = [BinOp::Add, BinOp::Sub, BinOp::Mul][self.entropy.index(3)];
                typing::binary(&mut self.program.types, op, left, right).ok()?
            }
        };
        let next = typing::assign(&mut self.program.types, one.clone(), value).ok()?;
        Some(plain(StmtKind::Expr(next)))
    }
}
