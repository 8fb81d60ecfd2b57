//! Branches. The value of a condition is known, so one branch runs and the other does not; what
//! does not run is written as if it did and taken back, so that it would be defined too.

use spektr_text::Span;

use super::Generator;
use super::operand::Operand;
use crate::syntax::{Block, Stmt, StmtKind, UnOp};
use crate::types::Types;

fn block(block: Block) -> Box<Stmt> {
    Box::new(Stmt::new(StmtKind::Block(block), Span::default()))
}

impl Generator {
    /// A block that runs from here.
    pub(super) fn live_block(&mut self) -> Block {
        self.open();
        self.body();
        self.close()
    }

    /// A block that does not run. It is short: nothing of it is ever seen.
    pub(super) fn dead_block(&mut self) -> Block {
        let (checkpoint, cost) = (self.machine.checkpoint(), self.cost);
        self.dead += 1;
        self.open();
        let count = self.entropy.range(1, 2);
        for _ in 0..count {
            self.statement();
        }
        let block = self.close();
        self.dead -= 1;
        self.machine.rollback(checkpoint);
        self.cost = cost;
        block
    }

    /// A condition of this truth.
    pub(super) fn condition(&mut self, truth: bool) -> Operand {
        let height = self.height().min(3);
        let condition = self.arithmetic(height);
        if self.is_true(condition) == truth {
            return condition;
        }
        self.unary(UnOp::Not, condition)
    }

    pub(super) fn make_if(&mut self) -> bool {
        if !self.may_nest() {
            return false;
        }
        let dead = self.chance(self.settings.policy.flow.dead);
        let truth = !dead || self.entropy.coin();
        let condition = self.condition(truth);
        if self.busy {
            return false;
        }
        let Some(condition) = self.written(condition, condition.ty) else { return false };
        let (then, otherwise) = match (truth, dead) {
            (true, false) => (self.live_block(), None),
            (true, true) => {
                let otherwise = self.dead_block();
                (self.live_block(), Some(block(otherwise)))
            }
            (false, _) => {
                let then = self.dead_block();
                let otherwise = self.entropy.coin().then(|| block(self.live_block()));
                (then, otherwise)
            }
        };
        self.push_kind(StmtKind::If { condition, then: block(then), otherwise });
        true
    }

    pub(super) fn make_switch(&mut self) -> bool {
        if !self.may_nest() {
            return false;
        }
        let value = self.expression();
        if self.busy {
            return false;
        }
        // Only some bits, so that other cases are near.
        let width = self.entropy.range(1, 4);
        let mask = self.int_constant((1 << width) - 1);
        let value = self.binary(crate::syntax::BinOp::BitAnd, value, mask);
        let int = self.int(value.ty);
        let live = crate::machine::number::extend(int, value.value) as i128;
        let Some(value) = self.written(value, value.ty) else { return false };
        let mut labels: Vec<i128> = vec![live];
        for _ in 0..self.entropy.range(1, 4) {
            let other = self.entropy.below(16) as i128;
            if !labels.contains(&other) {
                labels.push(other);
            }
        }
        self.entropy.shuffle(&mut labels);
        let by_default = self.entropy.coin();
        let mut stmts = Vec::new();
        for &label in &labels {
            let runs = label == live;
            let body = if runs { self.live_block() } else { self.dead_block() };
            let body = block(body);
            if runs && by_default {
                stmts.push(Stmt::new(StmtKind::Default(body), Span::default()));
            } else {
                let first_expr = Box::new(self.constant_expr(Types::INT, label as u128));
                let kind =
                    StmtKind::Case { first: label, last: label, first_expr, last_expr: None, body };
                stmts.push(Stmt::new(kind, Span::default()));
            }
            // What does not run may as well fall through.
            if runs || self.chance(700) {
                stmts.push(Stmt::new(StmtKind::Break, Span::default()));
            }
        }
        let body = Block { locals: Vec::new(), stmts, span: Span::default() };
        self.push_kind(StmtKind::Switch { value, body: block(body) });
        true
    }

    /// A jump forward over a block, taken or not.
    pub(super) fn make_goto(&mut self) -> bool {
        if !self.may_nest() {
            return false;
        }
        let taken = self.chance(250);
        let condition = self.condition(taken);
        if self.busy {
            return false;
        }
        let Some(condition) = self.written(condition, condition.ty) else { return false };
        let label = self.new_label();
        let jump = Box::new(Stmt::new(StmtKind::Goto(label), Span::default()));
        let jump = StmtKind::If { condition, then: jump, otherwise: None };
        let between = if taken { self.dead_block() } else { self.live_block() };
        self.push_kind(jump);
        self.push_kind(StmtKind::Block(between));
        let body = Box::new(Stmt::new(StmtKind::Empty, Span::default()));
        self.push_kind(StmtKind::Label { label, body });
        true
    }
}
