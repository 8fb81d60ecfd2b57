//! The shape of a function under construction: the order in which its blocks were entered,
//! its loops as intervals of that order, and which further edges keep the flow reducible.
//!
//! Why it works: all edges but those back to a loop's start go forward in the order. An
//! interval is never entered from outside but at its start, and two intervals are nested or
//! apart. So the start of each interval dominates all of it, and every backward edge goes
//! to a block that dominates its source. It must not know what blocks contain.

use crate::syntax::BlockId;

/// Blocks that run, in the order in which they were first entered.
#[derive(Debug, Default)]
pub struct Flow {
    order: Vec<BlockId>,
    /// First and last position of each loop.
    loops: Vec<(u32, u32)>,
    /// Forward edges that skip positions.
    skips: Vec<(u32, u32)>,
}

impl Flow {
    /// The next block in order; its position.
    pub fn enter(&mut self, block: BlockId) -> u32 {
        self.order.push(block);
        self.order.len() as u32 - 1
    }

    pub fn here(&self) -> u32 {
        self.order.len() as u32 - 1
    }

    pub fn block(&self, position: u32) -> BlockId {
        self.order[position as usize]
    }

    pub fn blocks(&self) -> &[BlockId] {
        &self.order
    }

    /// Notes a loop that runs: the last position has an edge to the first.
    pub fn close_loop(&mut self, first: u32, last: u32) {
        self.loops.push((first, last));
    }

    /// Notes a forward edge that is part of the program.
    pub fn skip(&mut self, from: u32, to: u32) {
        if to > from + 1 {
            self.skips.push((from, to));
        }
    }

    /// Adds an edge if the flow stays reducible.
    pub fn try_edge(&mut self, from: u32, to: u32) -> bool {
        let fits = if to > from { self.forward_fits(from, to) } else { self.back_fits(from, to) };
        if fits && to > from {
            self.skip(from, to);
        } else if fits {
            self.close_loop(to, from);
        }
        fits
    }

    /// A forward edge may not enter a loop but at its start.
    fn forward_fits(&self, from: u32, to: u32) -> bool {
        let enters = |&(first, last): &(u32, u32)| {
            let inside = first < to && to <= last;
            inside && !(first <= from && from <= last)
        };
        !self.loops.iter().any(enters)
    }

    /// A new loop may not cross another one, and no edge may enter it but at its start.
    fn back_fits(&self, from: u32, to: u32) -> bool {
        let crosses = |&(first, last): &(u32, u32)| {
            let starts_inside = first < to && to <= last && last < from;
            let ends_inside = to < first && first <= from && from < last;
            starts_inside || ends_inside
        };
        let enters = |&(source, target): &(u32, u32)| {
            let inside = to < target && target <= from;
            inside && !(to <= source && source <= from)
        };
        !self.loops.iter().any(crosses) && !self.skips.iter().any(enters)
    }
}

#[cfg(test)]
mod tests {
    use spektr_entropy::Entropy;

    use super::*;
    use crate::generate::reducible::is_reducible;

    /// Random edges over a line of blocks: what `Flow` allows is reducible by an
    /// independent check, and it does allow both kinds often.
    #[test]
    fn allowed_edges_keep_the_flow_reducible() {
        let (mut forward, mut backward) = (0, 0);
        for seed in 0..400 {
            let mut entropy = Entropy::new(seed);
            let mut flow = Flow::default();
            let count = entropy.range(2, 14) as u32;
            let mut successors: Vec<Vec<usize>> = Vec::new();
            for position in 0..count {
                flow.enter(BlockId(position));
                let next = position + 1;
                successors.push(if next < count { vec![next as usize] } else { vec![] });
            }
            for _ in 0..20 {
                let from = entropy.index(count as usize);
                let to = entropy.index(count as usize);
                if flow.try_edge(from as u32, to as u32) {
                    successors[from].push(to);
                    *if to > from { &mut forward } else { &mut backward } += 1;
                }
            }
            assert!(is_reducible(&successors), "seed {seed}: {successors:?}");
        }
        assert!(forward > 500 && backward > 500, "{forward} {backward}");
    }
}
