//! Decoys: what stands behind arms that no run has taken. Well formed and well typed, never
//! tried on the machine, and led back into the flow so that it stays reducible. A later call
//! that does run into one is judged like any other code.

use super::generator::Generator;
use super::scene::Socket;
use crate::syntax::{
    BinOp, BlockId, Const, Operand, Place, Rvalue, Statement, StatementKind, TerminatorKind, TyKind,
};

/// Edges tried before a decoy returns instead.
const TRIES: u32 = 4;

impl Generator {
    /// Fills every socket of the current flow.
    pub fn fill_decoys(&mut self) {
        let flow = self.scene().flow;
        let all = std::mem::take(&mut self.draft_mut().sockets);
        let (mine, rest): (Vec<Socket>, Vec<Socket>) =
            all.into_iter().partition(|socket| socket.flow == flow);
        self.draft_mut().sockets = rest;
        self.note_forced_edges(&mine);
        let live: usize = self.function().blocks.iter().map(|block| block.statements.len()).sum();
        let mut room = live as i64 / 2;
        let resume = (self.scene().block, self.scene().in_block);
        self.decoy = true;
        for socket in mine {
            let before = self.budget.statements;
            self.scene_mut().block = socket.block;
            if room > 0 {
                self.decoy_content(socket);
            }
            self.decoy_end(socket);
            room -= before - self.budget.statements;
        }
        self.decoy = false;
        (self.scene_mut().block, self.scene_mut().in_block) = resume;
    }

    /// Ways out of loops that have to lead behind them.
    fn note_forced_edges(&mut self, sockets: &[Socket]) {
        for socket in sockets {
            if let Some(target) = socket.target {
                let flow = &mut self.draft_mut().flows[socket.flow];
                let position = flow.blocks().iter().position(|&block| block == target);
                if let Some(to) = position {
                    flow.skip(socket.position, to as u32);
                }
            }
        }
    }

    fn decoy_content(&mut self, socket: Socket) {
        if self.chance(self.settings.policy.flow.decoy_copy) {
            self.copy_block(socket);
            return;
        }
        let most = u64::from(self.settings.policy.flow.decoy_block);
        for _ in 0..self.entropy.range(most / 3, most) {
            let row = self.settings.draw_decoy_row(&mut self.entropy);
            self.scene_mut().taken.clear();
            if (row.applies)(self) {
                (row.make)(self);
            }
        }
    }

    /// A copy of a block that runs, with a few edits.
    fn copy_block(&mut self, socket: Socket) {
        let count = self.draft().flows[socket.flow].blocks().len();
        let drawn = self.entropy.index(count) as u32;
        let model = self.draft().flows[socket.flow].block(drawn);
        let mut statements = self.function().blocks[model.index()].statements.clone();
        statements.truncate(16);
        statements.retain(|_| self.entropy.chance(5, 6));
        for statement in &mut statements {
            if self.entropy.chance(1, 3) {
                self.edit(statement);
            }
        }
        self.budget.statements -= statements.len() as i64;
        let (function, block) = (self.scene().function, self.scene().block);
        let blocks = &mut self.stage.program.functions[function.index()].blocks;
        blocks[block.index()].statements = statements;
    }

    /// Changes an operator, a literal or an operand's order.
    fn edit(&mut self, statement: &mut Statement) {
        let StatementKind::Assign(_, rvalue) = &mut statement.kind else { return };
        match rvalue {
            Rvalue::Binary(op, left, right) if left != right && is_symmetric(*op) => {
                match self.entropy.below(3) {
                    0 => std::mem::swap(left, right),
                    1 => {
                        let ops = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::BitXor];
                        if ops.contains(op) && self.is_int(left) {
                            *op = ops[self.entropy.index(ops.len())];
                        }
                    }
                    _ => self.edit_literal(right),
                }
            }
            Rvalue::Use(operand) | Rvalue::Unary(_, operand) => self.edit_literal(operand),
            _ => {}
        }
    }

    fn is_int(&self, operand: &Operand) -> bool {
        matches!(self.types().kind(self.operand_ty(operand)), TyKind::Int(_))
    }

    fn edit_literal(&mut self, operand: &mut Operand) {
        if let Operand::Const(Const::Scalar { ty, .. }) = *operand
            && let Some(other) = self.literal(ty)
        {
            *operand = other;
        }
    }

    /// Leads the decoy somewhere.
    fn decoy_end(&mut self, socket: Socket) {
        let block = self.scene().block;
        let kind = match socket.target {
            Some(target) => TerminatorKind::Goto(target),
            None => self.decoy_terminator(socket),
        };
        self.set_terminator(block, kind);
        self.budget.statements -= 1;
    }

    fn decoy_terminator(&mut self, socket: Socket) -> TerminatorKind {
        match self.entropy.below(20) {
            0..=2 => return TerminatorKind::Return,
            3 => return TerminatorKind::Unreachable,
            _ => {}
        }
        let Some(target) = self.decoy_target(socket) else { return TerminatorKind::Return };
        if self.entropy.chance(1, 4)
            && let Some(other) = self.decoy_target(socket)
            && let Some(subject) = self.decoy_subject()
        {
            let arms = vec![(u128::from(self.entropy.below(2)), other)];
            return TerminatorKind::Switch { subject, arms, otherwise: target };
        }
        TerminatorKind::Goto(target)
    }

    fn decoy_subject(&mut self) -> Option<Operand> {
        let boolean = self.intern(TyKind::Bool);
        let source = super::operands::Source::Ty(boolean);
        let (place, _): (Place, _) = self.find(source, super::operands::Purpose::Read)?;
        Some(Operand::Copy(place))
    }

    /// A block that an edge may lead to.
    fn decoy_target(&mut self, socket: Socket) -> Option<BlockId> {
        for _ in 0..TRIES {
            let count = self.draft().flows[socket.flow].blocks().len();
            let to = self.entropy.index(count) as u32;
            let flow = &mut self.draft_mut().flows[socket.flow];
            // The start block cannot be jumped to.
            if flow.block(to) != BlockId(0) && flow.try_edge(socket.position, to) {
                return Some(flow.block(to));
            }
        }
        None
    }
}

fn is_symmetric(op: BinOp) -> bool {
    !op.is_shift() && op != BinOp::Offset
}
