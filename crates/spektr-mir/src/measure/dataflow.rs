//! Which assignments reach an observation. Every executed write is a node that points to
//! the writes it read from; what an observation shows is alive, and so is all it came from.
//! Bytes are followed, not names, so aliases and calls are seen through.

use std::collections::HashMap;

use crate::machine::{AllocId, Pointer};
use crate::syntax::FnId;

use super::habits::Site;

/// A write, by its place in time. 0 is "nobody".
pub type Node = u32;

#[derive(Debug, Default)]
pub struct Dataflow {
    /// Per node: where its sources begin.
    starts: Vec<u32>,
    sources: Vec<Node>,
    /// Per node: the assignment that it is one execution of, if it is one.
    assignments: Vec<Option<u32>>,
    /// Assignments by where they stand. Only ever looked up.
    numbers: HashMap<(FnId, Site), u32>,
    shown: Vec<Node>,
    /// Who wrote each byte last. Only ever looked up.
    writers: HashMap<AllocId, Vec<Node>>,
}

impl Dataflow {
    pub fn new() -> Dataflow {
        Dataflow { starts: vec![0], assignments: vec![None], ..Dataflow::default() }
    }

    /// Adds to `sources` who wrote the bytes at a pointer.
    pub fn writers_of(&self, pointer: &Pointer, size: u32, sources: &mut Vec<Node>) {
        let Some(bytes) = self.writers.get(&pointer.alloc) else { return };
        let start = pointer.offset.max(0) as usize;
        for &node in bytes.iter().skip(start).take(size as usize) {
            if node != 0 && !sources.contains(&node) {
                sources.push(node);
            }
        }
    }

    /// A new write. Only those that are assignments count in the figures.
    pub fn write(&mut self, sources: &[Node], assignment: Option<(FnId, Site)>) -> Node {
        let node = self.starts.len() as Node;
        self.starts.push(self.sources.len() as u32);
        self.sources.extend_from_slice(sources);
        let next = self.numbers.len() as u32;
        let number = assignment.map(|place| *self.numbers.entry(place).or_insert(next));
        self.assignments.push(number);
        node
    }

    /// The bytes at a pointer are a node's from now on.
    pub fn claim(&mut self, pointer: &Pointer, size: u32, node: Node) {
        let bytes = self.writers.entry(pointer.alloc).or_default();
        let start = pointer.offset.max(0) as usize;
        let end = start + size as usize;
        if bytes.len() < end {
            bytes.resize(end, 0);
        }
        bytes[start..end].fill(node);
    }

    pub fn show(&mut self, nodes: &[Node]) {
        self.shown.extend_from_slice(nodes);
    }

    /// How many assignments ran, and how many of them reached an observation at least once. What
    /// a loop does a thousand times is one assignment: else its counter would outweigh all others.
    pub fn count(&self) -> (u64, u64) {
        let mut alive = vec![false; self.starts.len()];
        for &node in &self.shown {
            alive[node as usize] = true;
        }
        // Sources are always earlier than what reads them.
        for node in (1..self.starts.len()).rev() {
            if alive[node] {
                let end = self.starts.get(node + 1).copied().unwrap_or(self.sources.len() as u32);
                for &source in &self.sources[self.starts[node] as usize..end as usize] {
                    alive[source as usize] = true;
                }
            }
        }
        let mut reached = vec![false; self.numbers.len()];
        for (assignment, &alive) in self.assignments.iter().zip(&alive) {
            if let Some(number) = assignment.filter(|_| alive) {
                reached[number as usize] = true;
            }
        }
        (reached.len() as u64, reached.iter().filter(|&&it| it).count() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::BlockId;

    #[test]
    fn what_is_shown_keeps_its_sources_alive() {
        let mut flow = Dataflow::new();
        let at = |statement| Some((FnId(0), (BlockId(0), statement)));
        let first = flow.write(&[], at(0));
        let _dead = flow.write(&[first], at(1));
        let second = flow.write(&[first], at(2));
        let _again = flow.write(&[second], at(2));
        flow.show(&[second]);
        assert_eq!(flow.count(), (3, 2));
    }
}
