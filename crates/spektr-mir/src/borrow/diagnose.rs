//! Whom to blame: given an access that some tag in a row forbids, finds the tag that
//! Miri would name and builds the error. Runs once per program, so it may be slow;
//! must not change the tree.

use super::history::TagHistory;
use super::state::{FORBIDDEN, Relation, State, transitions};
use super::tree::{ROOT, Slot, Tree};
use super::{AccessKind, BorrowError, Cause, Rule, Tag};

impl Tree {
    /// The error of an access that `row` forbids. Tags that the failed pass already
    /// updated do not mislead: an access that succeeded at a tag succeeds again.
    #[cold]
    pub(super) fn access_error(
        &self,
        row: usize,
        offset: u32,
        source: Slot,
        kind: AccessKind,
        cause: Cause,
    ) -> Box<BorrowError> {
        let (rule, slot) = self.first_forbidding(row, source, kind, true);
        self.error((cause, kind), source, offset, rule, (row, slot))
    }

    /// The error of a release that `row` forbids.
    #[cold]
    pub(super) fn release_error(
        &self,
        row: usize,
        source: Slot,
        kind: AccessKind,
    ) -> Box<BorrowError> {
        let (rule, slot) = self.first_forbidding(row, source, kind, false);
        let offset = self.grid.bounds(row).start;
        self.error((Cause::Release, kind), source, offset, rule, (row, slot))
    }

    /// The error of a deallocation that the protector of `slot` forbids.
    #[cold]
    pub(super) fn deallocation_error(
        &self,
        row: usize,
        source: Slot,
        slot: Slot,
    ) -> Box<BorrowError> {
        let offset = self.grid.bounds(row).start;
        let what = (Cause::Deallocation, AccessKind::Write);
        self.error(what, source, offset, Rule::ProtectedDeallocation, (row, slot))
    }

    fn error(
        &self,
        (cause, kind): (Cause, AccessKind),
        source: Slot,
        offset: u32,
        rule: Rule,
        (row, slot): (usize, Slot),
    ) -> Box<BorrowError> {
        let node = &self.nodes[slot as usize];
        let accessed = self.tag_of(source);
        Box::new(BorrowError {
            cause,
            kind,
            accessed,
            offset,
            rule,
            conflicting: node.tag,
            permission: State::unpack(self.grid.cells(row)[slot as usize]).permission,
            protector: node.protector,
            histories: self.histories_of(accessed, node.tag),
        })
    }

    fn histories_of(&self, accessed: Tag, conflicting: Tag) -> Vec<TagHistory> {
        let Some(history) = &self.history else { return Vec::new() };
        let mut tags = vec![accessed, conflicting];
        tags.dedup();
        tags.into_iter().filter_map(|tag| history.of(tag).cloned()).collect()
    }

    /// The first tag that forbids, in Miri's order: the accessed tag and upwards from
    /// there; then the tags to which the access is foreign, those nearest to the
    /// accessed tag first, younger before older, children before parents.
    fn first_forbidding(
        &self,
        row: usize,
        source: Slot,
        kind: AccessKind,
        seen_by_children: bool,
    ) -> (Rule, Slot) {
        let cells = self.grid.cells(row);
        let forbids = |relation, slot: Slot| {
            transitions(relation, kind)[cells[slot as usize] as usize] & FORBIDDEN != 0
        };
        if let Some(slot) = self.ancestry(source).find(|&slot| forbids(Relation::Child, slot)) {
            return (Rule::Insufficient, slot);
        }
        let slot = self
            .foreign_order(source, seen_by_children)
            .into_iter()
            .find(|&slot| forbids(Relation::Foreign, slot));
        // Called only when the pass over this very row met a forbidden transition.
        (Rule::Protected, slot.expect("some tag forbids the access"))
    }

    /// All tags to which an access through `source` is foreign, in the order above.
    fn foreign_order(&self, source: Slot, seen_by_children: bool) -> Vec<Slot> {
        let children = self.children_youngest_first();
        let at = |slot: Slot| if slot == ROOT { self.nodes.len() } else { slot as usize };
        let mut order = Vec::new();
        let mut below = None;
        for top in self.ancestry(source).chain([ROOT]) {
            if top != source || seen_by_children {
                for &child in children[at(top)].iter().filter(|&&child| Some(child) != below) {
                    push_subtree(child, &children, &mut order);
                }
            }
            below = Some(top);
        }
        order
    }

    /// The children of each slot, and of the root at the end.
    fn children_youngest_first(&self) -> Vec<Vec<Slot>> {
        let mut children = vec![Vec::new(); self.nodes.len() + 1];
        for (slot, node) in self.nodes.iter().enumerate().rev() {
            let parent = if node.parent == ROOT { self.nodes.len() } else { node.parent as usize };
            children[parent].push(slot as Slot);
        }
        children
    }
}

/// Appends a subtree, children before parents; no recursion, for trees may be deep.
fn push_subtree(top: Slot, children: &[Vec<Slot>], order: &mut Vec<Slot>) {
    let mut stack = vec![(top, 0)];
    while let Some((slot, next_child)) = stack.last_mut() {
        match children[*slot as usize].get(*next_child) {
            Some(&child) => {
                *next_child += 1;
                stack.push((child, 0));
            }
            None => {
                order.push(*slot);
                stack.pop();
            }
        }
    }
}
