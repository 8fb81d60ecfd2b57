//! Edits of control flow that keep phis in order.

use crate::flow::Flow;
use crate::syntax::{BlockId, Body, Metadata, Op, Operand};

/// Brings phis in line with the edges that are there: entries of blocks that do not lead here
/// any more go, one for each edge that is gone.
pub fn mend_phis(body: &mut Body) {
    let flow = Flow::new(body);
    for (at, block) in body.blocks.iter_mut().enumerate() {
        let edges = &flow.predecessors[at];
        for instruction in &mut block.instructions {
            let Op::Phi { incoming, .. } = &mut instruction.op else { break };
            let mut left = edges.clone();
            incoming.retain(|(_, from)| match left.iter().position(|it| it == from) {
                Some(at) => {
                    left.swap_remove(at);
                    true
                }
                None => false,
            });
        }
    }
}

/// Removes blocks that are not reached. Phis must be mended already.
pub fn drop_unreached(body: &mut Body) {
    let flow = Flow::new(body);
    let kept: Vec<BlockId> = (0..body.blocks.len())
        .map(BlockId::new)
        .filter(|&block| flow.is_reachable(block))
        .collect();
    if kept.len() == body.blocks.len() {
        return;
    }
    for block in &mut body.blocks {
        for instruction in &mut block.instructions {
            let Op::Phi { incoming, .. } = &mut instruction.op else { break };
            incoming.retain(|(_, from)| flow.is_reachable(*from));
        }
    }
    keep_blocks(body, &kept);
}

/// Only these blocks stay, in this order; nothing may name another.
fn keep_blocks(body: &mut Body, kept: &[BlockId]) {
    let mut new_ids = vec![None; body.blocks.len()];
    for (new, old) in kept.iter().enumerate() {
        new_ids[old.index()] = Some(BlockId::new(new));
    }
    let mut blocks = std::mem::take(&mut body.blocks);
    body.blocks = kept.iter().map(|old| std::mem::take(&mut blocks[old.index()])).collect();
    body.for_each_block_mention(&mut |block| {
        if let Some(new) = new_ids[block.index()] {
            *block = new;
        }
    });
}

/// Joins each block with the only one before it, where that leads nowhere else.
pub fn merge_blocks(body: &mut Body) {
    loop {
        let flow = Flow::new(body);
        let pair = (1..body.blocks.len()).find_map(|at| {
            let [from] = flow.predecessors[at][..] else { return None };
            let last = body.blocks[from.index()].terminator()?;
            let alone = matches!(last.op, Op::Br(to) if to.index() == at) && from.index() != at;
            let phis = matches!(body.blocks[at].instructions.first()?.op, Op::Phi { .. });
            (alone && !phis).then_some((from, BlockId::new(at)))
        });
        let Some((from, gone)) = pair else { return };
        let tail = std::mem::take(&mut body.blocks[gone.index()].instructions);
        let head = &mut body.blocks[from.index()].instructions;
        head.pop();
        head.extend(tail);
        for instruction in body.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
            if let Op::Phi { incoming, .. } = &mut instruction.op {
                for (_, block) in incoming.iter_mut().filter(|(_, block)| *block == gone) {
                    *block = from;
                }
            }
        }
        let kept: Vec<BlockId> =
            (0..body.blocks.len()).map(BlockId::new).filter(|&block| block != gone).collect();
        keep_blocks(body, &kept);
    }
}

/// Phis with one entry are that entry.
pub fn drop_single_phis(body: &mut Body) {
    let mut replaced: Vec<Option<Operand>> = vec![None; body.values.len()];
    for block in &mut body.blocks {
        block.instructions.retain(|instruction| match (&instruction.op, instruction.result) {
            (Op::Phi { incoming, .. }, Some(result)) => match incoming[..] {
                [(value, _)] if value != Operand::Local(result) => {
                    replaced[result.index()] = Some(value);
                    false
                }
                _ => true,
            },
            _ => true,
        });
    }
    replace(body, &replaced);
}

/// Puts operands in the place of registers, through chains of them.
pub fn replace(body: &mut Body, replaced: &[Option<Operand>]) {
    if replaced.iter().all(Option::is_none) {
        return;
    }
    let resolve = |operand: Operand| {
        let mut operand = operand;
        // A chain is no longer than there are registers; a circle ends there too.
        for _ in 0..replaced.len() {
            match operand {
                Operand::Local(value) => match replaced[value.index()] {
                    Some(next) => operand = next,
                    None => return operand,
                },
                Operand::Const(_) => return operand,
            }
        }
        operand
    };
    for instruction in body.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
        instruction.op.for_each_operand(&mut |operand| *operand = resolve(*operand));
        instruction.for_each_metadata(&mut |metadata| {
            metadata.walk(&mut |inner| {
                if let Metadata::Local(value) = *inner {
                    *inner = match resolve(Operand::Local(value)) {
                        Operand::Local(value) => Metadata::Local(value),
                        Operand::Const(constant) => Metadata::Constant(constant),
                    };
                }
            });
        });
    }
}
