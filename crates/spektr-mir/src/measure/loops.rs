//! Loops that really iterate, found from the edges that a run took: an edge back to a block
//! that dominates its source closes a loop.

use std::collections::{BTreeMap, BTreeSet};

/// Edges that were taken, and all edges there are, of one function.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    pub taken: BTreeSet<(u32, u32)>,
    pub all: BTreeSet<(u32, u32)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoopFigures {
    pub iterating: bool,
    pub nested: bool,
    pub several_exits: bool,
}

impl Edges {
    pub fn loops(&self) -> LoopFigures {
        let dominators = self.dominators();
        let dominates = |a: u32, b: u32| dominators.get(&b).is_some_and(|set| set.contains(&a));
        let back = self.taken.iter().filter(|&&(from, to)| dominates(to, from));
        let mut bodies: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for &(from, to) in back {
            bodies.entry(to).or_default().extend(self.natural_loop(from, to));
        }
        let nested = bodies.iter().any(|(header, _)| {
            bodies.iter().any(|(other, body)| other != header && body.contains(header))
        });
        let exits = |body: &BTreeSet<u32>| {
            let leaves = |&&(from, to): &&(u32, u32)| body.contains(&from) && !body.contains(&to);
            self.all.iter().filter(leaves).map(|&(_, to)| to).collect::<BTreeSet<u32>>().len()
        };
        LoopFigures {
            iterating: !bodies.is_empty(),
            nested,
            several_exits: bodies.values().any(|body| exits(body) > 1),
        }
    }

    /// Blocks that reach the end of the loop without passing its start.
    fn natural_loop(&self, end: u32, start: u32) -> BTreeSet<u32> {
        let mut body = BTreeSet::from([start, end]);
        let mut work = vec![end];
        while let Some(block) = work.pop() {
            if block == start {
                continue;
            }
            for &(from, _) in self.taken.iter().filter(|&&(_, to)| to == block) {
                if body.insert(from) {
                    work.push(from);
                }
            }
        }
        body
    }

    /// For each block that was entered, the blocks that every way to it passes.
    fn dominators(&self) -> BTreeMap<u32, BTreeSet<u32>> {
        let entered: BTreeSet<u32> =
            self.taken.iter().flat_map(|&(from, to)| [from, to]).chain([0]).collect();
        let mut sets: BTreeMap<u32, BTreeSet<u32>> =
            entered.iter().map(|&block| (block, entered.clone())).collect();
        sets.insert(0, BTreeSet::from([0]));
        let mut before: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for &(from, to) in &self.taken {
            before.entry(to).or_default().push(from);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &block in entered.iter().filter(|&&block| block != 0) {
                let mut new: Option<BTreeSet<u32>> = None;
                for from in before.get(&block).into_iter().flatten() {
                    let set = &sets[from];
                    new = Some(match new {
                        Some(sofar) => sofar.intersection(set).copied().collect(),
                        None => set.clone(),
                    });
                }
                let mut new = new.unwrap_or_default();
                new.insert(block);
                if sets[&block] != new {
                    sets.insert(block, new);
                    changed = true;
                }
            }
        }
        sets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(list: &[(u32, u32)]) -> Edges {
        let taken: BTreeSet<(u32, u32)> = list.iter().copied().collect();
        Edges { all: taken.clone(), taken }
    }

    #[test]
    fn a_loop_in_a_loop_is_nested() {
        let one = edges(&[(0, 1), (1, 2), (2, 1), (1, 3)]).loops();
        assert_eq!((one.iterating, one.nested, one.several_exits), (true, false, false));
        let two = edges(&[(0, 1), (1, 2), (2, 2), (2, 1), (1, 3)]).loops();
        assert!(two.nested);
    }

    #[test]
    fn a_second_way_out_is_seen() {
        assert!(edges(&[(0, 1), (1, 2), (2, 1), (1, 3), (2, 4)]).loops().several_exits);
        assert_eq!(edges(&[(0, 1), (1, 2)]).loops(), LoopFigures::default());
    }
}
