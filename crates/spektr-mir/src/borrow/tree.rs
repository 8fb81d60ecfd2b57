//! The tags of one allocation and the accesses through them. A pass over a row of
//! the grid applies one access to every tag at once; which tag to blame when that
//! is forbidden is found afterwards (`diagnose`), so that the common case stays
//! short. Must not know why the program accesses memory.
//!
//! The root permits everything and no access is foreign to it, so it has no
//! column: an allocation that was never borrowed costs one comparison.

use super::grid::{Grid, Settled};
use super::history::History;
use super::state::{FORBIDDEN, Packed, Relation, State, Table, transitions, without_protector};
use super::{AccessKind, BorrowError, CallId, Cause, Permission, Tag, TagHistory};
use std::ops::Range;

/// The column of a tag, and its place in `nodes`. Parents come before children.
pub(super) type Slot = u32;

/// The root's slot, one before the first.
pub(super) const ROOT: Slot = Slot::MAX;

/// Below this many tags no collection is asked for.
const FIRST_COLLECTION: usize = 32;

#[derive(Debug, Clone)]
pub(super) struct Node {
    pub tag: Tag,
    pub parent: Slot,
    pub protector: Option<CallId>,
    /// Scratch of `release`: derives from the released tag.
    below_released: bool,
}

/// The borrow state of one allocation.
#[derive(Debug, Clone)]
pub struct Tree {
    /// All tags but the root, oldest first.
    pub(super) nodes: Vec<Node>,
    pub(super) grid: Grid,
    next_tag: u32,
    /// Raised when a new tag may be affected by reads that were settled before.
    read_epoch: u32,
    /// Raised when a new tag may be affected by writes that were settled before.
    write_epoch: u32,
    collect_at: usize,
    pub(super) history: Option<Box<History>>,
}

/// What one pass did to a row: the bits that changed, `FORBIDDEN` among them.
type Effect = u8;

/// Of a `Tree` method that the rules may stop.
pub(super) type Checked<T> = Result<T, Box<BorrowError>>;

impl Tree {
    /// The tree of a new allocation of `size` bytes, and its root tag.
    pub fn new(size: u32) -> (Tree, Tag) {
        let tree = Tree {
            nodes: Vec::new(),
            grid: Grid::new(size),
            next_tag: 1,
            read_epoch: 0,
            write_epoch: 0,
            collect_at: FIRST_COLLECTION,
            history: None,
        };
        (tree, Tag::ROOT)
    }

    /// Number of tags that are being tracked, the root included.
    pub fn tag_count(&self) -> usize {
        self.nodes.len() + 1
    }

    /// Reads or writes the bytes of `range` through `tag`. An empty range is always
    /// allowed; otherwise it must lie inside the allocation.
    #[inline]
    pub fn access(&mut self, tag: Tag, kind: AccessKind, range: Range<u32>) -> Checked<()> {
        if self.nodes.is_empty() || range.is_empty() {
            return Ok(());
        }
        let source = self.slot(tag);
        self.perform(source, kind, range, Cause::Access)
    }

    /// Whether an access is known to change nothing, so that it need not be made.
    pub fn is_idle(&self, tag: Tag, kind: AccessKind, range: &Range<u32>) -> bool {
        if self.nodes.is_empty() || range.is_empty() {
            return true;
        }
        let source = self.slot(tag);
        let first = self.grid.row_at(range.start);
        let touched = (first..self.grid.row_count())
            .take_while(|&row| self.grid.bounds(row).start < range.end);
        self.history.is_none() && touched.into_iter().all(|row| self.is_settled(row, source, kind))
    }

    /// Derives a new tag from `parent`.
    ///
    /// Each part of the pointee (ascending, disjoint, within the allocation) starts
    /// with its own permission; where that is not `Cell`, the bytes are read through
    /// the parent first. All other bytes of the allocation lazily start with
    /// `outside`. A `protector` guards the tag until [`Tree::unprotect`].
    pub fn reborrow(
        &mut self,
        parent: Tag,
        parts: &[(Range<u32>, Permission)],
        outside: Permission,
        protector: Option<CallId>,
    ) -> Checked<Tag> {
        let parent = self.slot(parent);
        for (range, permission) in parts {
            if let Some(kind) = permission.opening_access()
                && !self.nodes.is_empty()
                && !range.is_empty()
            {
                self.perform(parent, kind, range.clone(), Cause::Reborrow)?;
            }
        }
        Ok(self.add(parent, parts, outside, protector))
    }

    /// The access that the end of a protector implies: at every byte used through
    /// `tag`, a write if it was written, else a read; seen by all tags but those
    /// derived from it.
    ///
    /// When a call returns, first release all tags it protects, in the order in which
    /// they were made, then [`Tree::unprotect`] them all.
    pub fn release(&mut self, tag: Tag) -> Checked<()> {
        let source = self.slot(tag);
        if source == ROOT || self.nodes[source as usize].protector.is_none() {
            return Ok(());
        }
        self.mark_below(source);
        for row in 0..self.grid.row_count() {
            let state = State::unpack(self.grid.cells(row)[source as usize]);
            if let Some(kind) = state.permission.closing_access()
                && state.accessed
            {
                self.release_row(row, source, kind)?;
            }
        }
        Ok(())
    }

    /// Takes the protector off `tag`, after [`Tree::release`].
    pub fn unprotect(&mut self, tag: Tag) {
        let slot = self.slot(tag);
        if slot == ROOT || self.nodes[slot as usize].protector.take().is_none() {
            return;
        }
        for row in 0..self.grid.row_count() {
            let cell = &mut self.grid.cells_mut(row)[slot as usize];
            *cell = without_protector(*cell);
        }
    }

    /// Frees the allocation through `tag`: a write to all of it, and no byte may be
    /// under a running call's protector. The tree is of no use afterwards.
    pub fn dealloc(&mut self, tag: Tag) -> Checked<()> {
        if self.nodes.is_empty() || self.grid.size() == 0 {
            return Ok(());
        }
        let source = self.slot(tag);
        self.perform(source, AccessKind::Write, 0..self.grid.size(), Cause::Deallocation)?;
        // The write would have failed at any protected tag that is foreign to it, so
        // only the tags on the way to the root are left to ask.
        for row in 0..self.grid.row_count() {
            for slot in self.ancestry(source) {
                if State::unpack(self.grid.cells(row)[slot as usize]).forbids_deallocation() {
                    return Err(self.deallocation_error(row, source, slot));
                }
            }
        }
        Ok(())
    }

    /// What `tag` permits at `offset`; `None` if the tag or the byte is not there.
    pub fn state(&self, tag: Tag, offset: u32) -> Option<State> {
        if offset >= self.grid.size() {
            return None;
        }
        if tag == Tag::ROOT {
            return Some(State::new(Permission::Unique, true, false));
        }
        let slot = self.find(tag)?;
        let row = self.grid.row_at(offset);
        Some(State::unpack(self.grid.cells(row)[slot as usize]))
    }

    /// The running call that protects `tag`.
    pub fn protector(&self, tag: Tag) -> Option<CallId> {
        self.nodes[self.find(tag)? as usize].protector
    }

    /// Starts recording what happens to each tag made from now on.
    pub fn record_history(&mut self) {
        let mut history = Box::<History>::default();
        history.created(Tag::ROOT, None, None);
        self.history = Some(history);
    }

    /// Stamps what is recorded next; without effect unless recording.
    pub fn set_stamp(&mut self, stamp: u64) {
        if let Some(history) = &mut self.history {
            history.set_stamp(stamp);
        }
    }

    /// What was recorded about `tag`.
    pub fn history_of(&self, tag: Tag) -> Option<&TagHistory> {
        self.history.as_ref()?.of(tag)
    }

    /// Whether enough tags came together for [`Tree::retain`] to pay for itself: asked
    /// after every reborrow, the cost of collecting stays proportional to reborrows.
    #[inline]
    pub fn wants_collection(&self) -> bool {
        self.nodes.len() >= self.collect_at
    }

    pub(super) fn collected(&mut self) {
        self.collect_at = FIRST_COLLECTION.max(2 * self.nodes.len());
    }

    /// The slots from `source` up to, not including, the root.
    pub(super) fn ancestry(&self, source: Slot) -> impl Iterator<Item = Slot> + '_ {
        let known = |slot: Slot| (slot != ROOT).then_some(slot);
        std::iter::successors(known(source), move |&slot| known(self.nodes[slot as usize].parent))
    }

    pub(super) fn tag_of(&self, slot: Slot) -> Tag {
        if slot == ROOT { Tag::ROOT } else { self.nodes[slot as usize].tag }
    }

    #[inline]
    fn find(&self, tag: Tag) -> Option<Slot> {
        // Until the first collection tag n sits in slot n - 1.
        let guess = tag.0.wrapping_sub(1);
        if self.nodes.get(guess as usize).is_some_and(|node| node.tag == tag) {
            return Some(guess);
        }
        self.nodes.binary_search_by_key(&tag, |node| node.tag).ok().map(|slot| slot as Slot)
    }

    #[inline]
    fn slot(&self, tag: Tag) -> Slot {
        if tag == Tag::ROOT {
            return ROOT;
        }
        // A tag leaves the tree only when the caller said that no pointer carries it.
        self.find(tag).expect("a tag that is still in use was collected")
    }

    fn add(
        &mut self,
        parent: Slot,
        parts: &[(Range<u32>, Permission)],
        outside: Permission,
        protector: Option<CallId>,
    ) -> Tag {
        let tag = Tag(self.next_tag);
        // Fuel ends a program long before it makes four billion references.
        self.next_tag = self.next_tag.checked_add(1).expect("borrow tags ran out");
        if let Some(history) = &mut self.history {
            let parent = if parent == ROOT { Tag::ROOT } else { self.nodes[parent as usize].tag };
            history.created(tag, Some(parent), protector);
        }
        let column = self.nodes.len();
        self.nodes.push(Node { tag, parent, protector, below_released: false });
        let protected = protector.is_some();
        let outside = starting_state(outside, false, protected);
        self.grid.push_column(outside);
        self.expect_foreign(outside);
        for (range, permission) in parts {
            let opened = permission.opening_access().is_some();
            let inside = starting_state(*permission, opened, protected);
            if inside != outside {
                self.grid.fill(column, range.clone(), inside);
                self.expect_foreign(inside);
            }
        }
        tag
    }

    /// A tag in this state joined: accesses settled so far may do something to it.
    fn expect_foreign(&mut self, state: Packed) {
        let affected_by = |kind| transitions(Relation::Foreign, kind)[state as usize] != state;
        self.read_epoch += u32::from(affected_by(AccessKind::Read));
        self.write_epoch += u32::from(affected_by(AccessKind::Write));
    }

    /// Applies an access to a non-empty range, row by row.
    fn perform(
        &mut self,
        source: Slot,
        kind: AccessKind,
        range: Range<u32>,
        cause: Cause,
    ) -> Checked<()> {
        debug_assert!(range.end <= self.grid.size(), "bounds are checked before borrows");
        let mut row = self.grid.row_at(range.start);
        loop {
            let bounds = self.grid.bounds(row);
            if !self.is_settled(row, source, kind) {
                if range.start <= bounds.start && bounds.end <= range.end {
                    self.perform_row(row, source, kind, cause)?;
                } else {
                    self.perform_part(row, source, kind, &range, cause)?;
                }
            }
            if bounds.end >= range.end {
                return Ok(());
            }
            // Splitting and joining may have moved the next row.
            row = match self.grid.bounds(row).end {
                end if end == bounds.end => row + 1,
                _ => self.grid.row_at(bounds.end),
            };
        }
    }

    /// Applies an access to a whole row.
    fn perform_row(
        &mut self,
        row: usize,
        source: Slot,
        kind: AccessKind,
        cause: Cause,
    ) -> Checked<()> {
        let before = self.history.is_some().then(|| self.grid.cells(row).to_vec());
        let effect = pass::<true>(self.grid.cells_mut(row), &self.nodes, source, kind);
        if effect & FORBIDDEN != 0 {
            let offset = self.grid.bounds(row).start;
            return Err(self.access_error(row, offset, source, kind, cause));
        }
        if let Some(before) = before {
            self.record_changes(row, &before, source, cause);
        }
        self.settle(row, source, kind, effect != 0);
        Ok(())
    }

    /// Applies an access to the part of a row that it covers; splits the row only if
    /// the access changes something.
    fn perform_part(
        &mut self,
        row: usize,
        source: Slot,
        kind: AccessKind,
        range: &Range<u32>,
        cause: Cause,
    ) -> Checked<()> {
        let bounds = self.grid.bounds(row);
        let part = bounds.start.max(range.start)..bounds.end.min(range.end);
        let effect = pass::<false>(self.grid.cells_mut(row), &self.nodes, source, kind);
        if effect == 0 {
            self.settle(row, source, kind, false);
            return Ok(());
        }
        if effect & FORBIDDEN != 0 {
            return Err(self.access_error(row, part.start, source, kind, cause));
        }
        self.grid.split_at(part.start);
        self.grid.split_at(part.end);
        let row = self.grid.row_at(part.start);
        self.perform_row(row, source, kind, cause)?;
        if part.end == range.end {
            self.grid.merge_with_previous(row + 1);
        }
        self.grid.merge_with_previous(row);
        Ok(())
    }

    fn release_row(&mut self, row: usize, source: Slot, kind: AccessKind) -> Checked<()> {
        let before = self.history.is_some().then(|| self.grid.cells(row).to_vec());
        let cells = self.grid.cells_mut(row);
        let mut effect = 0;
        let mut on_path = source;
        for slot in (0..cells.len()).rev() {
            let node = &self.nodes[slot];
            let cell = std::slice::from_mut(&mut cells[slot]);
            if slot as Slot == on_path {
                effect |= sweep::<true>(cell, transitions(Relation::Child, kind));
                on_path = node.parent;
            } else if !node.below_released {
                effect |= sweep::<true>(cell, transitions(Relation::Foreign, kind));
            }
        }
        if effect & FORBIDDEN != 0 {
            return Err(self.release_error(row, source, kind));
        }
        if let Some(before) = before {
            self.record_changes(row, &before, source, Cause::Release);
        }
        if effect != 0 {
            // It was not the usual pass, so nothing is claimed about the next one.
            *self.grid.settled_mut(row) = Settled::NOTHING;
        }
        Ok(())
    }

    fn mark_below(&mut self, released: Slot) {
        for slot in 0..self.nodes.len() {
            let parent = self.nodes[slot].parent;
            let below = parent != ROOT
                && (parent == released || self.nodes[parent as usize].below_released);
            self.nodes[slot].below_released = below;
        }
    }

    #[inline]
    fn is_settled(&self, row: usize, source: Slot, kind: AccessKind) -> bool {
        let (read_epoch, write_epoch) = (self.read_epoch, self.write_epoch);
        let settled = self.grid.settled(row);
        match kind {
            AccessKind::Read => {
                settled.readers & reader_bit(source) != 0 && settled.read_epoch == read_epoch
            }
            AccessKind::Write => {
                settled.writer == source.wrapping_add(1) && settled.write_epoch == write_epoch
            }
        }
    }

    /// Remembers that this access does nothing more to the row.
    #[inline]
    fn settle(&mut self, row: usize, source: Slot, kind: AccessKind, changed: bool) {
        let (read_epoch, write_epoch) = (self.read_epoch, self.write_epoch);
        let settled = self.grid.settled_mut(row);
        match kind {
            AccessKind::Read => {
                let known = if settled.read_epoch == read_epoch { settled.readers } else { 0 };
                settled.readers = known | reader_bit(source);
                if changed {
                    settled.writer = Settled::NO_WRITER;
                }
            }
            AccessKind::Write => {
                settled.readers = reader_bit(source);
                settled.writer = source.wrapping_add(1);
                settled.write_epoch = write_epoch;
            }
        }
        settled.read_epoch = read_epoch;
    }

    #[cold]
    fn record_changes(&mut self, row: usize, before: &[Packed], source: Slot, cause: Cause) {
        let (range, by) = (self.grid.bounds(row), self.tag_of(source));
        let Some(history) = &mut self.history else { return };
        for ((node, &old), &new) in self.nodes.iter().zip(before).zip(self.grid.cells(row)) {
            let (from, to) = (State::unpack(old).permission, State::unpack(new).permission);
            if from != to {
                history.changed(node.tag, range.clone(), (from, to), (by, cause));
            }
        }
    }

    /// Makes every access take the full pass again, to test that it need not.
    #[cfg(test)]
    pub(super) fn forget_settled(&mut self) {
        self.read_epoch += 1;
        self.write_epoch += 1;
    }

    /// Appends which tags are tracked, and under which parents.
    #[cfg(test)]
    pub(super) fn describe_shape(&self, out: &mut Vec<u8>) {
        out.extend(self.nodes.iter().flat_map(|node| [node.tag.0 as u8, node.parent as u8]));
    }

    /// Appends which bytes share rows, and what is settled there.
    #[cfg(test)]
    pub(super) fn describe_settled(&self, out: &mut Vec<u8>) {
        let grid = self.grid.clone();
        for row in 0..grid.row_count() {
            out.extend(grid.bounds(row).start.to_le_bytes());
            let settled = *grid.settled(row);
            let readers = if settled.read_epoch == self.read_epoch { settled.readers } else { 0 };
            out.extend(readers.to_le_bytes());
            let known = settled.write_epoch == self.write_epoch;
            out.extend(if known { settled.writer } else { Settled::NO_WRITER }.to_le_bytes());
        }
    }
}

/// Interior mutability does not outweigh a protector (Miri: it would break `noalias`).
fn starting_state(permission: Permission, accessed: bool, protected: bool) -> Packed {
    debug_assert!(permission != Permission::Disabled, "no tag starts out disabled");
    let permission = match permission {
        Permission::ReservedIm => Permission::of_mutable(false, protected),
        other => other,
    };
    State::new(permission, accessed, protected).pack()
}

/// The root has bit 0, slot n bit n + 1; slots that do not fit are never settled.
#[inline]
fn reader_bit(source: Slot) -> u64 {
    1u64.checked_shl(source.wrapping_add(1)).unwrap_or(0)
}

/// One access on one row: child of `source` and its ancestors, foreign to all
/// others. Parents have smaller slots, so the ancestors cut the row into pieces.
#[inline]
fn pass<const STORE: bool>(
    cells: &mut [Packed],
    nodes: &[Node],
    source: Slot,
    kind: AccessKind,
) -> Effect {
    let child = transitions(Relation::Child, kind);
    let foreign = transitions(Relation::Foreign, kind);
    let (mut effect, mut rest, mut slot) = (0, cells, source);
    while slot != ROOT {
        let (before, after) = rest.split_at_mut(slot as usize);
        effect |= sweep::<STORE>(&mut after[..1], child);
        effect |= sweep::<STORE>(&mut after[1..], foreign);
        (rest, slot) = (before, nodes[slot as usize].parent);
    }
    effect | sweep::<STORE>(rest, foreign)
}

#[inline]
fn sweep<const STORE: bool>(cells: &mut [Packed], table: &Table) -> Effect {
    let mut effect = 0;
    for cell in cells {
        let next = table[(*cell & 0x1f) as usize];
        effect |= next ^ *cell;
        if STORE {
            *cell = next & !FORBIDDEN;
        }
    }
    effect
}
