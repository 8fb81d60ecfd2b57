//! Conditionals, switches, jumps and blocks. The way that is taken is known while it is written.

use spektr_text::Span;

use super::Base;
use crate::syntax::{BinOp, Block, Expr, IncDec, Init, LabelId, Stmt, StmtKind};
use crate::types::{IntKind, Types};
use crate::typing;

/// Statements that a block which does not run may have, nested ones included.
const DEAD: u32 = 6;

fn boxed(kind: StmtKind) -> Box<Stmt> {
    Box::new(Stmt::new(kind, Span::default()))
}

impl Base {
    /// A block that runs now.
    fn live_block(&mut self, most: u64) -> Block {
        self.open();
        self.body(most);
        self.close()
    }

    /// A block that does not run now, and maybe never.
    fn dead_block(&mut self, most: u64) -> Block {
        self.dead += 1;
        // What does not run is never refused: without an end it would take all that is left.
        let (before, share) = (self.left, self.left.min(DEAD));
        self.left = share;
        let block = self.live_block(most);
        self.left = before - (share - self.left);
        self.dead -= 1;
        block
    }

    /// A condition and whether it holds now. Where nothing runs, who knows.
    fn condition(&mut self) -> Option<(Expr, bool)> {
        let height = self.entropy.range(1, 3) as u32;
        let expr = self.expression(height);
        if self.dead > 0 {
            return Some((expr, true));
        }
        let value = self.try_value(&expr)?;
        Some((expr, value.bits() != 0))
    }

    pub(super) fn make_if(&mut self) -> bool {
        if !self.may_nest() {
            return false;
        }
        let Some((condition, holds)) = self.condition() else { return false };
        let other = self.chance(self.policy.swarm.dead);
        let (then, otherwise) = match holds {
            true => {
                let then = self.live_block(5);
                (then, other.then(|| self.dead_block(2)))
            }
            false => {
                let then = if other { self.dead_block(2) } else { Block::default() };
                (then, Some(self.live_block(5)))
            }
        };
        let then = boxed(StmtKind::Block(then));
        let otherwise = otherwise.map(|block| boxed(StmtKind::Block(block)));
        self.push(StmtKind::If { condition, then, otherwise });
        true
    }

    pub(super) fn make_switch(&mut self) -> bool {
        if !self.may_nest() {
            return false;
        }
        let height = self.entropy.range(1, 2) as u32;
        let value = self.expression(height);
        let value = typing::promote(&mut self.program.types, value);
        let now = match self.dead {
            0 => match self.try_value(&value) {
                Some(now) => now.bits(),
                None => return false,
            },
            _ => 0,
        };
        let kind = self.program.types.int_kind(value.ty).unwrap_or(IntKind::Int);
        let now = kind.value(kind.truncate(now));
        let count = self.entropy.range(2, 4);
        let live = self.entropy.below(count);
        let by_default = self.chance(300);
        let mut stmts = Vec::new();
        for index in 0..count {
            let runs = index == live;
            let body = if runs { self.live_block(4) } else { self.dead_block(2) };
            let body = boxed(StmtKind::Block(body));
            let away = i128::from(index) - i128::from(live);
            let kind = match runs && by_default {
                true => StmtKind::Default(body),
                false => {
                    let number = kind.value(kind.truncate((now + away) as u128));
                    let bits = kind.truncate(number as u128);
                    let ty = Types::int(kind);
                    let first_expr = Box::new(Expr::new(
                        crate::syntax::ExprKind::Int(bits),
                        ty,
                        Span::default(),
                    ));
                    StmtKind::Case {
                        first: number,
                        last: number,
                        first_expr,
                        last_expr: None,
                        body,
                    }
                }
            };
            stmts.push(Stmt::new(kind, Span::default()));
            // What does not run may fall through to what does not run either.
            if runs || index + 1 == live || self.chance(700) {
                stmts.push(Stmt::new(StmtKind::Break, Span::default()));
            }
        }
        let body =
            boxed(StmtKind::Block(Block { locals: Vec::new(), stmts, span: Span::default() }));
        self.push(StmtKind::Switch { value, body });
        true
    }

    fn jump(&mut self, condition: Expr, label: LabelId) {
        let then = boxed(StmtKind::Block(Block {
            locals: Vec::new(),
            stmts: vec![Stmt::new(StmtKind::Goto(label), Span::default())],
            span: Span::default(),
        }));
        self.push(StmtKind::If { condition, then, otherwise: None });
    }

    fn label(&mut self, label: LabelId) {
        self.push(StmtKind::Label { label, body: boxed(StmtKind::Empty) });
    }

    /// `if (…) goto L; { … } L:`
    pub(super) fn make_jump_forward(&mut self) -> bool {
        if !self.may_nest() {
            return false;
        }
        let Some((condition, holds)) = self.condition() else { return false };
        let label = self.new_label();
        self.jump(condition, label);
        let block = if holds { self.dead_block(2) } else { self.live_block(4) };
        self.push(StmtKind::Block(block));
        self.label(label);
        true
    }

    /// `int n = 0; L: { … } if (++n < 3) goto L;`, which runs again as a whole.
    pub(super) fn make_jump_back(&mut self) -> bool {
        if !self.may_loop() || self.dead > 0 {
            return false;
        }
        let Some(counter) = self.declare(Types::INT, Init::Expr(Expr::int(0))) else {
            return false;
        };
        self.lock_last();
        let label = self.new_label();
        let checkpoint = self.machine.checkpoint();
        self.loops += 1;
        let block = self.live_block(4);
        self.loops -= 1;
        self.machine.rollback(checkpoint);
        let place = self.local_expr(counter);
        let trips = Expr::int(self.entropy.range(2, 4) as i32);
        let types = &mut self.program.types;
        let counted = typing::inc_dec(types, IncDec::PreIncrement, place);
        let condition = counted.and_then(|it| typing::binary(types, BinOp::Less, it, trips));
        let Ok(condition) = condition else { return false };
        let goto = boxed(StmtKind::Goto(label));
        let stmts = vec![
            Stmt::new(
                StmtKind::Label { label, body: boxed(StmtKind::Block(block)) },
                Span::default(),
            ),
            Stmt::new(StmtKind::If { condition, then: goto, otherwise: None }, Span::default()),
        ];
        self.perform_again(StmtKind::Block(Block {
            locals: Vec::new(),
            stmts,
            span: Span::default(),
        }))
    }

    /// `if (…) goto L; … { … L: … }`: into a block, past nothing that is initialised there.
    pub(super) fn make_jump_in(&mut self) -> bool {
        if !self.may_nest() {
            return false;
        }
        let Some((condition, holds)) = self.condition() else { return false };
        let label = self.new_label();
        self.jump(condition, label);
        self.open();
        let before = if holds { self.dead_block(2) } else { self.live_block(2) };
        self.push(StmtKind::Block(before));
        self.label(label);
        self.body(3);
        let block = self.close();
        self.push(StmtKind::Block(block));
        true
    }

    pub(super) fn make_block(&mut self) -> bool {
        if !self.may_nest() {
            return false;
        }
        let block = self.live_block(4);
        self.push(StmtKind::Block(block));
        true
    }
}
