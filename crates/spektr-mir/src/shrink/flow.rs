//! Edits of the control flow within one function.

use crate::syntax::visit::{Visitor, walk_function, walk_terminator};
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
    skip_empty_blocks(function);
    let jumps = jumps(function);
    for block in (0..function.blocks.len()).map(|block| BlockId(block as u32)) {
        // What nobody goes to is no part of the body any more.
        while jumps[block.index()] > 0 && merge_if_alone(function, block, &jumps) {}
    }
}

/// Whether there is nothing for [`simplify`] to do.
pub fn is_simple(function: &Function) -> bool {
    let jumps = jumps(function);
    function.blocks.iter().enumerate().all(|(id, block)| {
        let TerminatorKind::Goto(target) = block.terminator.kind else { return true };
        let skipped = block.statements.is_empty() && id != 0 && target.index() != id;
        jumps[id] == 0 || !(skipped || can_merge(function, BlockId(id as u32), target, &jumps))
    })
}

/// How many ways lead to each block from those that can be reached; the entry has one more.
fn jumps(function: &Function) -> Vec<u32> {
    let mut jumps = vec![0; function.blocks.len()];
    jumps[0] = 1;
    let mut pending = vec![BlockId(0)];
    while let Some(block) = pending.pop() {
        let terminator = &function.blocks[block.index()].terminator;
        each_target(&mut terminator.clone(), &mut |target| {
            jumps[target.index()] += 1;
            if jumps[target.index()] == 1 {
                pending.push(*target);
            }
        });
    }
    jumps
}

fn each_target(terminator: &mut Terminator, see: &mut dyn FnMut(&mut BlockId)) {
    struct Targets<'a>(&'a mut dyn FnMut(&mut BlockId));
    impl Visitor for Targets<'_> {
        fn block(&mut self, block: &mut BlockId) {
            (self.0)(block);
        }
    }
    walk_terminator(terminator, &mut Targets(see));
}

/// Every jump to an empty block goes where that leads in the end.
fn skip_empty_blocks(function: &mut Function) {
    let next: Vec<Option<BlockId>> = function
        .blocks
        .iter()
        .map(|block| match block.terminator.kind {
            TerminatorKind::Goto(target) if block.statements.is_empty() => Some(target),
            _ => None,
        })
        .collect();
    let end = |mut block: BlockId| {
        // Empty blocks in a circle have no end; one time round is enough.
        for _ in 0..next.len() {
            match next[block.index()] {
                Some(target) => block = target,
                None => break,
            }
        }
        block
    };
    for block in &mut function.blocks {
        each_target(&mut block.terminator, &mut |target| *target = end(*target));
    }
}

fn can_merge(function: &Function, block: BlockId, target: BlockId, jumps: &[u32]) -> bool {
    let cleanup = |block: BlockId| function.blocks[block.index()].cleanup;
    target != block && jumps[target.index()] == 1 && cleanup(block) == cleanup(target)
}

fn merge_if_alone(function: &mut Function, block: BlockId, jumps: &[u32]) -> bool {
    match function.blocks[block.index()].terminator.kind {
        TerminatorKind::Goto(target) if can_merge(function, block, target, jumps) => {
            absorb(function, block, target);
            true
        }
        _ => false,
    }
}

/// The statements and the terminator of a block move to the end of another.
fn absorb(function: &mut Function, block: BlockId, target: BlockId) {
    let unreachable = Terminator { kind: TerminatorKind::Unreachable, span: Span::default() };
    let next = &mut function.blocks[target.index()];
    let statements = std::mem::take(&mut next.statements);
    let terminator = std::mem::replace(&mut next.terminator, unreachable);
    let block = &mut function.blocks[block.index()];
    block.statements.extend(statements);
    block.terminator = terminator;
}

/// A block and its `Goto` target become one, if nobody else goes there.
pub fn merge_blocks(function: &mut Function, block: BlockId) -> bool {
    let Some(TerminatorKind::Goto(target)) =
        function.blocks.get(block.index()).map(|block| block.terminator.kind.clone())
    else {
        return false;
    };
    if target.index() >= function.blocks.len()
        || !can_merge(function, block, target, &jumps(function))
    {
        return false;
    }
    absorb(function, block, target);
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
