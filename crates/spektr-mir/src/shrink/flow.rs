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

/// The body becomes the blocks it went through, one after the other.
pub fn unroll(function: &mut Function, path: &[BlockId]) -> Option<()> {
    let mut blocks: Vec<Block> = Vec::new();
    for (step, id) in path.iter().enumerate() {
        let mut block = function.blocks.get(id.index())?.clone();
        block.name = format!("bb{step}");
        let next = BlockId(step as u32 + 1);
        let last = step + 1 == path.len();
        match &mut block.terminator.kind {
            TerminatorKind::Goto(target) => *target = next,
            kind @ TerminatorKind::Switch { .. } => *kind = TerminatorKind::Goto(next),
            TerminatorKind::Call { target, unwind, .. }
            | TerminatorKind::Drop { target, unwind, .. } => {
                *target = next;
                if matches!(unwind, Unwind::Cleanup(_)) {
                    *unwind = Unwind::Unreachable;
                }
            }
            TerminatorKind::Return | TerminatorKind::TailCall { .. } if last => {}
            _ => return None,
        }
        if last
            && !matches!(
                block.terminator.kind,
                TerminatorKind::Return | TerminatorKind::TailCall { .. }
            )
        {
            return None;
        }
        blocks.push(block);
    }
    function.blocks = blocks;
    Some(())
}
