//! Edits of the control flow within one function.

use crate::syntax::visit::{Visitor, walk_function};
use crate::syntax::*;

/// Distinct targets of a switch, in the order of its arms.
pub fn targets(terminator: &TerminatorKind) -> Vec<BlockId> {
    let TerminatorKind::Switch { arms, otherwise, .. } = terminator else { return Vec::new() };
    let mut targets = Vec::new();
    for target in arms.iter().map(|(_, target)| *target).chain([*otherwise]) {
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    targets
}

/// Takes an arm out of a switch; its value goes the way of all others.
pub fn drop_arm(terminator: &mut TerminatorKind, arm: u32) -> Option<()> {
    let TerminatorKind::Switch { arms, otherwise, .. } = terminator else { return None };
    if arm as usize >= arms.len() {
        return None;
    }
    arms.remove(arm as usize);
    if arms.is_empty() {
        *terminator = TerminatorKind::Goto(*otherwise);
    }
    Some(())
}

fn count_jumps(function: &mut Function, to: BlockId) -> u32 {
    struct Count(BlockId, u32);
    impl Visitor for Count {
        fn block(&mut self, block: &mut BlockId) {
            self.1 += u32::from(*block == self.0);
        }
    }
    let mut count = Count(to, 0);
    walk_function(function, &mut count);
    count.1
}

/// Skips empty blocks and merges blocks until neither is possible any more.
pub fn simplify(function: &mut Function) {
    loop {
        let mut changed = false;
        for block in (0..function.blocks.len() as u32).map(BlockId) {
            changed |= thread_jump(function, block);
            changed |= merge_blocks(function, block);
        }
        if !changed {
            return;
        }
    }
}

/// A block and its `Goto` target become one, if nobody else goes there.
pub fn merge_blocks(function: &mut Function, block: BlockId) -> bool {
    let Some(TerminatorKind::Goto(target)) =
        function.blocks.get(block.index()).map(|block| block.terminator.kind.clone())
    else {
        return false;
    };
    let same_kind = function.blocks.get(target.index()).map(|target| target.cleanup)
        == Some(function.blocks[block.index()].cleanup);
    if !same_kind || target == block || target == BlockId(0) || count_jumps(function, target) != 1 {
        return false;
    }
    let unreachable = Terminator { kind: TerminatorKind::Unreachable, span: Span::default() };
    let next = &mut function.blocks[target.index()];
    let statements = std::mem::take(&mut next.statements);
    let terminator = std::mem::replace(&mut next.terminator, unreachable);
    let block = &mut function.blocks[block.index()];
    block.statements.extend(statements);
    block.terminator = terminator;
    true
}

/// Jumps to a block without statements go to its target. The block itself stays; if it was
/// not the first, nobody comes there any more.
pub fn thread_jump(function: &mut Function, block: BlockId) -> bool {
    struct Redirect(BlockId, BlockId);
    impl Visitor for Redirect {
        fn block(&mut self, block: &mut BlockId) {
            if *block == self.0 {
                *block = self.1;
            }
        }
    }
    let Some(empty) = function.blocks.get(block.index()) else { return false };
    let TerminatorKind::Goto(target) = empty.terminator.kind else { return false };
    let used = !empty.statements.is_empty() || target == block;
    if used || count_jumps(function, block) == 0 {
        return false;
    }
    walk_function(function, &mut Redirect(block, target));
    true
}

/// The body becomes the blocks it went through, one after the other. Decisions that were
/// made again and again are made no more; others stay, and where they did not lead is kept.
pub fn unroll(function: &mut Function, path: &[BlockId]) -> Option<()> {
    struct Move(u32);
    impl Visitor for Move {
        fn block(&mut self, block: &mut BlockId) {
            block.0 += self.0;
        }
    }
    let repeats = |id: BlockId| path.iter().filter(|other| **other == id).count() > 1;
    let mut blocks: Vec<Block> = Vec::new();
    let old = path.len() as u32;
    for (step, id) in path.iter().enumerate() {
        let mut block = function.blocks.get(id.index())?.clone();
        block.name = format!("bb{step}");
        let next = BlockId(step as u32 + 1);
        let taken = path.get(step + 1).copied();
        let kind = &mut block.terminator.kind;
        match kind {
            TerminatorKind::Switch { .. } if repeats(*id) => *kind = TerminatorKind::Goto(next),
            TerminatorKind::Switch { arms, otherwise, .. } => {
                let targets = arms.iter_mut().map(|(_, target)| target).chain([otherwise]);
                targets.for_each(|target| redirect(target, taken, next, old));
            }
            TerminatorKind::Goto(target) => redirect(target, taken, next, old),
            TerminatorKind::Call { target, unwind, .. }
            | TerminatorKind::Drop { target, unwind, .. } => {
                redirect(target, taken, next, old);
                if let Unwind::Cleanup(block) = unwind {
                    block.0 += old;
                }
            }
            TerminatorKind::Return | TerminatorKind::TailCall { .. } if taken.is_none() => {}
            _ => return None,
        }
        blocks.push(block);
    }
    walk_function(function, &mut Move(old));
    blocks.append(&mut function.blocks);
    function.blocks = blocks;
    Some(())
}

/// Where the path went on, it goes on in the next block; other ways lead to the old ones.
fn redirect(target: &mut BlockId, taken: Option<BlockId>, next: BlockId, old: u32) {
    *target = if Some(*target) == taken { next } else { BlockId(target.0 + old) };
}
