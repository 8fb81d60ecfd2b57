//! LangRef, Functions and Terminator Instructions: what blocks look like, where phis and pads
//! stand, and that phis have one entry for each edge.

use super::{Checked, Checker};
use crate::syntax::{BlockId, Instruction, Op, Operand};

impl Checker<'_> {
    pub fn check_blocks(&self) -> Checked {
        let Some(entry) = self.body.blocks.first() else {
            return Err(("a function has at least one block".into(), self.global.span));
        };
        if !self.flow.predecessors[0].is_empty() {
            return Err(("nothing branches to the entry block".into(), self.global.span));
        }
        for (at, block) in self.body.blocks.iter().enumerate() {
            let Some((last, rest)) = block.instructions.split_last() else {
                return Err(("a block ends with a terminator".into(), self.global.span));
            };
            if !last.op.is_terminator() {
                return self.fault(last, "a block ends with a terminator");
            }
            if let Some(early) = rest.iter().find(|instruction| instruction.op.is_terminator()) {
                return self.fault(early, "a terminator stands only at the end of a block");
            }
            let in_range = |to: &BlockId| to.index() < self.body.blocks.len();
            if !last.op.successors().iter().all(in_range) {
                return self.fault(last, "there is no such block");
            }
            self.check_phis(BlockId::new(at), &block.instructions)?;
            self.check_pads(BlockId::new(at), &block.instructions)?;
        }
        match entry.instructions.first() {
            Some(first) if matches!(first.op, Op::Phi { .. }) => {
                self.fault(first, "the entry block has no phis")
            }
            _ => Ok(()),
        }
    }

    fn check_phis(&self, block: BlockId, instructions: &[Instruction]) -> Checked {
        let is_phi = |instruction: &&Instruction| matches!(instruction.op, Op::Phi { .. });
        let count = instructions.iter().take_while(is_phi).count();
        if let Some(late) = instructions[count..].iter().find(is_phi) {
            return self.fault(late, "phis stand at the start of a block");
        }
        if count == 0 {
            return Ok(());
        }
        let mut edges = self.flow.predecessors[block.index()].clone();
        edges.sort();
        for phi in &instructions[..count] {
            let Op::Phi { ty, incoming, .. } = &phi.op else { continue };
            let mut entries: Vec<(BlockId, Operand)> =
                incoming.iter().map(|&(value, from)| (from, value)).collect();
            entries.sort();
            if !entries.iter().map(|entry| entry.0).eq(edges.iter().copied()) {
                return self.fault(phi, "a phi has one entry for each predecessor");
            }
            if entries.windows(2).any(|pair| pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1) {
                return self.fault(phi, "a phi has one value for each predecessor");
            }
            if entries.iter().any(|entry| self.ty(entry.1) != *ty) {
                return self.fault(phi, "all values of a phi have its type");
            }
        }
        Ok(())
    }

    /// LangRef, Exception Handling: blocks that exceptions lead to begin with a pad, and only
    /// those do.
    fn check_pads(&self, block: BlockId, instructions: &[Instruction]) -> Checked {
        let is_pad = |op: &Op| {
            matches!(
                op,
                Op::LandingPad { .. }
                    | Op::CatchPad { .. }
                    | Op::CleanupPad { .. }
                    | Op::CatchSwitch { .. }
            )
        };
        let first = instructions.iter().position(|it| !matches!(it.op, Op::Phi { .. }));
        for (at, instruction) in instructions.iter().enumerate() {
            if !is_pad(&instruction.op) {
                continue;
            }
            if Some(at) != first {
                return self.fault(instruction, "a pad is the first instruction of its block");
            }
            if self.function.personality.is_none() {
                return self.fault(instruction, "a function with pads has a personality");
            }
            if block.index() == 0 {
                return self.fault(instruction, "the entry block has no pad");
            }
            if !self.flow.predecessors[block.index()].iter().all(|&from| self.unwinds(from, block))
            {
                return self.fault(instruction, "only exceptions lead to a pad");
            }
        }
        let Some(last) = instructions.last() else { return Ok(()) };
        for to in unwind_targets(&last.op) {
            let target = &self.body.blocks[to.index()].instructions;
            let first = target.iter().find(|it| !matches!(it.op, Op::Phi { .. }));
            let fits = first.is_some_and(|it| match last.op {
                Op::Invoke { .. } => is_pad(&it.op) && !matches!(it.op, Op::CatchPad { .. }),
                _ => is_pad(&it.op),
            });
            if !fits {
                return self.fault(last, "an exception leads to a pad");
            }
        }
        Ok(())
    }

    fn unwinds(&self, from: BlockId, to: BlockId) -> bool {
        let last = self.body.block(from).terminator();
        last.is_some_and(|last| {
            unwind_targets(&last.op).contains(&to)
                && !matches!(last.op, Op::Invoke { normal, .. } if normal == to)
        })
    }
}

fn unwind_targets(op: &Op) -> Vec<BlockId> {
    match op {
        Op::Invoke { unwind, .. } => vec![*unwind],
        Op::CatchSwitch { handlers, unwind, .. } => {
            handlers.iter().copied().chain(*unwind).collect()
        }
        Op::CleanupRet { unwind, .. } => unwind.iter().copied().collect(),
        _ => Vec::new(),
    }
}
