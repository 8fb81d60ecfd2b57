//! Control flow of a body: who comes before whom, and who dominates whom.
//! Plain graphs; knows nothing of what instructions do.

use crate::syntax::{BlockId, Body};

/// Predecessors, order and dominators of the blocks of a body.
///
/// ```
/// use spektr_llvm::{flow::Flow, parse, syntax::BlockId};
/// let text = "define void @f(i1 %c) { br i1 %c, label %a, label %b a: br label %b b: ret void }";
/// let module = parse::module("f.ll", text).unwrap();
/// let (_, _, body) = module.defined().next().unwrap();
/// let flow = Flow::new(body);
/// assert_eq!(flow.predecessors[2], [BlockId(0), BlockId(1)]);
/// assert!(flow.dominates(BlockId(0), BlockId(2)) && !flow.dominates(BlockId(1), BlockId(2)));
/// ```
pub struct Flow {
    /// For each block the ends of the edges that lead to it, with repetitions, in the order
    /// of the text.
    pub predecessors: Vec<Vec<BlockId>>,
    /// Reachable blocks, each before what it dominates.
    pub order: Vec<BlockId>,
    /// For each reachable block the nearest one that dominates it; the entry has itself.
    dominators: Vec<Option<BlockId>>,
    /// When a walk over the dominator tree enters and leaves each block.
    visits: Vec<(u32, u32)>,
}

impl Flow {
    pub fn new(body: &Body) -> Flow {
        let count = body.blocks.len();
        let successors: Vec<Vec<BlockId>> = body
            .blocks
            .iter()
            .map(|block| block.terminator().map_or(Vec::new(), |last| last.op.successors()))
            .collect();
        let mut predecessors = vec![Vec::new(); count];
        for (at, targets) in successors.iter().enumerate() {
            for target in targets {
                if let Some(list) = predecessors.get_mut(target.index()) {
                    list.push(BlockId::new(at));
                }
            }
        }
        let order = reverse_postorder(&successors);
        let dominators = dominators(&order, &predecessors);
        let visits = visits(&dominators);
        Flow { predecessors, order, dominators, visits }
    }

    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.dominators[block.index()].is_some()
    }

    /// The nearest block that dominates this one; `None` for the entry and what is not reached.
    pub fn dominator(&self, block: BlockId) -> Option<BlockId> {
        self.dominators[block.index()].filter(|&it| it != block)
    }

    /// Whether every way to `lower` leads through `upper`. Unreachable blocks are dominated by
    /// all.
    pub fn dominates(&self, upper: BlockId, lower: BlockId) -> bool {
        if !self.is_reachable(lower) {
            return true;
        }
        let (upper_in, upper_out) = self.visits[upper.index()];
        let (lower_in, lower_out) = self.visits[lower.index()];
        self.is_reachable(upper) && upper_in <= lower_in && lower_out <= upper_out
    }
}

fn reverse_postorder(successors: &[Vec<BlockId>]) -> Vec<BlockId> {
    let mut seen = vec![false; successors.len()];
    let mut order = Vec::new();
    if successors.is_empty() {
        return order;
    }
    let mut stack = vec![(BlockId(0), 0)];
    seen[0] = true;
    while let Some((block, next)) = stack.last_mut() {
        match successors[block.index()].get(*next) {
            Some(target) => {
                *next += 1;
                if target.index() < seen.len() && !seen[target.index()] {
                    seen[target.index()] = true;
                    stack.push((*target, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Cooper, Harvey and Kennedy's iteration over blocks in reverse postorder.
fn dominators(order: &[BlockId], predecessors: &[Vec<BlockId>]) -> Vec<Option<BlockId>> {
    let mut rank = vec![usize::MAX; predecessors.len()];
    for (at, block) in order.iter().enumerate() {
        rank[block.index()] = at;
    }
    let mut nearest: Vec<Option<BlockId>> = vec![None; predecessors.len()];
    let Some(&entry) = order.first() else { return nearest };
    nearest[entry.index()] = Some(entry);
    let mut changed = true;
    while changed {
        changed = false;
        for &block in &order[1..] {
            let known = predecessors[block.index()].iter().copied();
            let mut known = known.filter(|from| nearest[from.index()].is_some());
            let Some(first) = known.next() else { continue };
            let meet = known.fold(first, |one, other| common(one, other, &nearest, &rank));
            if nearest[block.index()] != Some(meet) {
                nearest[block.index()] = Some(meet);
                changed = true;
            }
        }
    }
    nearest
}

fn common(one: BlockId, other: BlockId, nearest: &[Option<BlockId>], rank: &[usize]) -> BlockId {
    let (mut one, mut other) = (one, other);
    while one != other {
        // Both have been reached, so each has a dominator.
        if rank[one.index()] > rank[other.index()] {
            one = nearest[one.index()].unwrap_or(other);
        } else {
            other = nearest[other.index()].unwrap_or(one);
        }
    }
    one
}

fn visits(dominators: &[Option<BlockId>]) -> Vec<(u32, u32)> {
    let mut children = vec![Vec::new(); dominators.len()];
    for (at, nearest) in dominators.iter().enumerate() {
        match nearest {
            Some(nearest) if nearest.index() != at => children[nearest.index()].push(at),
            _ => {}
        }
    }
    let mut visits = vec![(0, 0); dominators.len()];
    if dominators.is_empty() {
        return visits;
    }
    let (mut clock, mut stack) = (0, vec![(0, 0)]);
    while let Some((block, next)) = stack.last_mut() {
        if *next == 0 {
            visits[*block].0 = clock;
        }
        clock += 1;
        match children[*block].get(*next) {
            Some(&child) => {
                *next += 1;
                stack.push((child, 0));
            }
            None => {
                visits[*block].1 = clock;
                stack.pop();
            }
        }
    }
    visits
}
