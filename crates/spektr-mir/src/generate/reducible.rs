//! Whether a flow graph is reducible, by the textbook transformations: drop self-loops, and
//! merge a block that has one predecessor into it, until one block is left or nothing moves.
//! An independent check of what `flow` promises.

use std::collections::BTreeSet;

/// Block 0 is the start; unreachable blocks do not count.
pub fn is_reducible(successors: &[Vec<usize>]) -> bool {
    let mut next: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); successors.len()];
    let mut previous = next.clone();
    let mut alive = reachable(successors);
    for (from, targets) in successors.iter().enumerate() {
        for &to in targets.iter().filter(|&&to| alive.contains(&from) && to != from) {
            next[from].insert(to);
            previous[to].insert(from);
        }
    }
    let mut work: Vec<usize> = alive.iter().copied().collect();
    while let Some(block) = work.pop() {
        if block == 0 || !alive.contains(&block) || previous[block].len() != 1 {
            continue;
        }
        let Some(&into) = previous[block].first() else { continue };
        alive.remove(&block);
        next[into].remove(&block);
        for target in std::mem::take(&mut next[block]) {
            previous[target].remove(&block);
            if target != into {
                next[into].insert(target);
                previous[target].insert(into);
            }
            work.push(target);
        }
        work.push(into);
    }
    alive.len() <= 1
}

fn reachable(successors: &[Vec<usize>]) -> BTreeSet<usize> {
    let mut seen = BTreeSet::from([0]);
    let mut work = vec![0];
    while let Some(block) = work.pop() {
        for &to in &successors[block] {
            if seen.insert(to) {
                work.push(to);
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_with_one_entry_are_reducible() {
        assert!(is_reducible(&[vec![1], vec![2, 3], vec![1], vec![]]));
        assert!(is_reducible(&[vec![1, 2], vec![3], vec![3], vec![0]]));
    }

    #[test]
    fn a_loop_with_two_entries_is_not() {
        assert!(!is_reducible(&[vec![1, 2], vec![2], vec![1]]));
    }

    #[test]
    fn unreachable_blocks_do_not_count() {
        assert!(is_reducible(&[vec![], vec![2], vec![1]]));
    }
}
