//! Memory: allocations, who may reach which bytes of them, and the way back to an earlier
//! state. Knows pointers, regions and borrow tags; nothing of types or statements.

mod allocation;
mod siblings;

pub use allocation::{Allocation, Loaded, LoadedPointer, Owner, state};
pub use siblings::{Group, Part, Siblings};

use allocation::{Chunk, Order};
use siblings::Mirrored;

use std::ops::Range;

use spektr_memory::{Arena, Mark};

use crate::borrow::{AccessKind, BorrowError, CallId, Permission, Tag, Tree};

use super::stop::{Step, Stop, Undefined, Unspecified};
use super::value::{AllocId, Pointer, Region};

/// More memory than this at once ends a run, as more steps than its fuel do.
const MAX_LIVE_BYTES: u64 = 1 << 28;

#[derive(Clone, Debug, Default)]
pub struct Memory {
    arena: Arena<Allocation>,
    /// Pointers that the last collection of borrow tags found.
    pub pointers_seen: usize,
    scratch: Chunk,
    /// Whether trees keep a history of their tags, and the stamp of the current step.
    history: Option<u64>,
    /// Whether some tree has grown enough to be worth a collection.
    pub wants_collection: bool,
}

impl Memory {
    /// Makes uninitialised memory.
    pub fn allocate(&mut self, size: u32, align: u32, owner: Owner) -> Step<AllocId> {
        let order = Order { size, align, owner };
        if self.arena.footprint() + order.footprint() > MAX_LIVE_BYTES {
            return Err(Box::new(Stop::OutOfFuel));
        }
        Ok(self.arena.allocate(order))
    }

    /// Frees memory that its owner is done with; running calls may forbid it.
    pub fn free(&mut self, id: AllocId) -> Step<()> {
        if let Some(tree) = &mut self.get_mut(id)?.borrows {
            tree.dealloc(Tag::ROOT).map_err(|error| borrow_error(id, error))?;
        }
        self.arena.free(id);
        Ok(())
    }

    #[inline]
    pub fn get(&self, id: AllocId) -> Step<&Allocation> {
        self.arena.get(id).ok_or_else(|| dangling(id))
    }

    pub fn exists(&self, id: AllocId) -> bool {
        self.arena.get(id).is_some()
    }

    /// For changes: the old state is kept if there is a way back to it.
    #[inline]
    pub fn get_mut(&mut self, id: AllocId) -> Step<&mut Allocation> {
        self.arena.get_mut(id).ok_or_else(|| dangling(id))
    }

    /// The memory of a live local, which is never freed while it is one.
    #[inline]
    pub fn of_local(&self, id: AllocId) -> &Allocation {
        self.arena.at(id.index)
    }

    /// The same, for changes.
    #[inline]
    pub fn of_local_mut(&mut self, id: AllocId) -> &mut Allocation {
        self.arena.at_mut(id.index)
    }

    /// Whether the pointer's bytes exist: alive, and within what it may walk over.
    #[inline]
    pub fn reach(&self, pointer: &Pointer, size: u64) -> Step<Range<u32>> {
        let slot = self.get(pointer.alloc)?;
        let Region { start, end, .. } = pointer.region;
        let fits = pointer.offset >= i64::from(start)
            && (pointer.offset as u64).checked_add(size).is_some_and(|e| e <= u64::from(end));
        if !fits {
            return Err(beyond(slot, pointer, size));
        }
        let offset = pointer.offset as u32;
        Ok(offset..offset + size as u32)
    }

    /// Looks at bytes through a pointer.
    #[inline]
    pub fn read(&mut self, pointer: &Pointer, size: u32) -> Step<(&Allocation, u32)> {
        let range = self.reach(pointer, u64::from(size))?;
        let offset = range.start;
        if self.arena.at(pointer.alloc.index).borrows.is_some() {
            self.note(pointer, AccessKind::Read, range)?;
        }
        Ok((self.arena.at(pointer.alloc.index), offset))
    }

    /// Replaces bytes through a pointer.
    #[inline]
    pub fn write(&mut self, pointer: &Pointer, size: u32) -> Step<(&mut Allocation, u32)> {
        let range = self.reach(pointer, u64::from(size))?;
        let offset = range.start;
        let slot = self.arena.at(pointer.alloc.index);
        if !slot.writable {
            return Err(Undefined::Immutable.into());
        }
        if slot.is_shadowed(range.clone()) {
            return Err(Unspecified::SharedStorage.into());
        }
        if slot.borrows.is_some() {
            self.note(pointer, AccessKind::Write, range)?;
        }
        Ok((self.arena.at_mut(pointer.alloc.index), offset))
    }

    /// Tells the borrow tree of an access.
    pub fn note(&mut self, pointer: &Pointer, kind: AccessKind, range: Range<u32>) -> Step<()> {
        let history = self.history;
        let slot = self.arena.at(pointer.alloc.index);
        if slot.siblings.is_some() {
            return self.note_with_siblings(pointer, kind, range);
        }
        // What changes nothing need not be saved.
        if self.arena.is_unsaved(pointer.alloc.index)
            && slot.borrows.as_ref().is_none_or(|tree| tree.is_idle(pointer.tag, kind, &range))
        {
            return Ok(());
        }
        let slot = self.arena.at_mut(pointer.alloc.index);
        let Some(tree) = &mut slot.borrows else { return Ok(()) };
        if let Some(stamp) = history {
            tree.set_stamp(stamp);
        }
        tree.access(pointer.tag, kind, range).map_err(|error| borrow_error(pointer.alloc, error))
    }

    /// Tells the borrow tree of an access to bytes that others may share: it is one to those
    /// as well.
    fn note_with_siblings(
        &mut self,
        pointer: &Pointer,
        kind: AccessKind,
        range: Range<u32>,
    ) -> Step<()> {
        let history = self.history;
        let slot = self.arena.at_mut(pointer.alloc.index);
        let mirrored = slot.mirrored(&range);
        let own = std::iter::once(Mirrored { range, certain: true });
        for Mirrored { range, certain } in own.chain(mirrored) {
            let Some(tree) = &mut slot.borrows else { return Ok(()) };
            if let Some(stamp) = history {
                tree.set_stamp(stamp);
            }
            let idle = tree.is_idle(pointer.tag, kind, &range);
            if let Err(error) = tree.access(pointer.tag, kind, range.clone()) {
                let certain = certain && !slot.is_doubtful(error.offset);
                return Err(sibling_error(pointer.alloc, error, certain));
            }
            if !certain && !idle {
                slot.doubt(range);
            }
        }
        Ok(())
    }

    /// Derives a new tag. The parts are relative to the allocation.
    pub fn reborrow(
        &mut self,
        pointer: &Pointer,
        parts: &[(Range<u32>, Permission)],
        outside: Permission,
        protector: Option<CallId>,
    ) -> Step<Tag> {
        let history = self.history;
        let slot = self.arena.at_mut(pointer.alloc.index);
        let size = slot.size;
        let mut with_siblings = Vec::new();
        if slot.siblings.is_some() && !parts.is_empty() {
            with_siblings = slot.with_siblings(parts);
        }
        let parts = if with_siblings.is_empty() { parts } else { &with_siblings };
        let tree = slot.borrows.get_or_insert_with(|| {
            let mut tree = Tree::new(size).0;
            if history.is_some() {
                tree.record_history();
            }
            Box::new(tree)
        });
        if let Some(stamp) = history {
            tree.set_stamp(stamp);
        }
        let tag = match tree.reborrow(pointer.tag, parts, outside, protector) {
            Ok(tag) => tag,
            Err(error) => {
                let certain = !slot.is_doubtful(error.offset);
                return Err(sibling_error(pointer.alloc, error, certain));
            }
        };
        let grown = tree.wants_collection();
        self.wants_collection |= grown;
        Ok(tag)
    }

    /// Ends a protector: the access that it implies.
    pub fn release(&mut self, alloc: AllocId, tag: Tag) -> Step<()> {
        let history = self.history;
        let Ok(slot) = self.get_mut(alloc) else { return Ok(()) };
        let Some(tree) = &mut slot.borrows else { return Ok(()) };
        if let Some(stamp) = history {
            tree.set_stamp(stamp);
        }
        tree.release(tag).map_err(|error| {
            let certain = !slot.is_doubtful(error.offset);
            sibling_error(alloc, error, certain)
        })
    }

    /// Takes a protector off, after all of its call's were released.
    pub fn unprotect(&mut self, alloc: AllocId, tag: Tag) {
        if let Ok(slot) = self.get_mut(alloc)
            && let Some(tree) = &mut slot.borrows
        {
            tree.unprotect(tag);
        }
    }

    /// Copies bytes as they are. Both ranges were checked.
    pub fn copy(&mut self, from: (AllocId, Range<u32>), to: (AllocId, u32)) -> Step<()> {
        let mut chunk = std::mem::take(&mut self.scratch);
        let result = self.copy_through(&mut chunk, from, to);
        self.scratch = chunk;
        result
    }

    fn copy_through(
        &mut self,
        chunk: &mut Chunk,
        (from, range): (AllocId, Range<u32>),
        (to, offset): (AllocId, u32),
    ) -> Step<()> {
        self.get(from)?.copy_out(range, chunk);
        self.get_mut(to)?.paste(offset, chunk);
        Ok(())
    }

    pub fn record_history(&mut self) {
        self.history = Some(0);
    }

    /// Names the current step in the histories, if there are any.
    #[inline]
    pub fn set_stamp(&mut self, stamp: impl FnOnce() -> u64) {
        if self.history.is_some() {
            self.history = Some(stamp());
        }
    }

    /// The number of slots, dead ones too.
    pub fn slots(&self) -> usize {
        self.arena.len()
    }

    /// Forgets borrow tags that no pointer carries any more. `extra` are pointers held
    /// outside memory.
    pub fn collect(&mut self, extra: impl Iterator<Item = Pointer>) {
        let mut live: Vec<(u32, Tag)> =
            extra.map(|pointer| (pointer.alloc.index, pointer.tag)).collect();
        let mut grown = Vec::new();
        for (id, slot) in self.arena.live() {
            live.extend(slot.targets().map(|p| (p.alloc.index, p.tag)));
            if slot.borrows.as_deref().is_some_and(Tree::wants_collection) {
                grown.push(id.index);
            }
        }
        live.sort_unstable();
        live.dedup();
        self.pointers_seen = live.len();
        for index in grown {
            if let Some(tree) = &mut self.arena.at_mut(index).borrows {
                tree.retain(|tag| live.binary_search(&(index, tag)).is_ok());
            }
        }
        self.wants_collection = false;
    }

    /// Starts to keep what is needed to come back to this state.
    pub fn checkpoint(&mut self) -> Mark {
        self.arena.checkpoint()
    }

    /// Comes back to a checkpoint.
    pub fn rollback(&mut self, mark: Mark) {
        self.arena.rollback(mark);
    }

    /// Gives up the way back to a checkpoint; an older one may still need the log.
    pub fn commit(&mut self, mark: Mark) {
        self.arena.commit(mark);
    }
}

#[cold]
fn dangling(id: AllocId) -> Box<Stop> {
    Undefined::Dangling(id).into()
}

/// Where fields may or may not share a byte, whether the access is forbidden is open too.
#[cold]
fn sibling_error(alloc: AllocId, error: Box<BorrowError>, certain: bool) -> Box<Stop> {
    match certain {
        true => borrow_error(alloc, error),
        false => Unspecified::SharedStorage.into(),
    }
}

#[cold]
fn borrow_error(alloc: AllocId, error: Box<BorrowError>) -> Box<Stop> {
    Undefined::Borrow { alloc, error }.into()
}

/// Outside the region: certainly wrong if the region is all there is; otherwise only the
/// real layout could tell.
#[cold]
pub fn beyond(slot: &Allocation, pointer: &Pointer, size: u64) -> Box<Stop> {
    if covers_all(slot, pointer) {
        let (alloc, offset, limit) = (pointer.alloc, pointer.offset, slot.size);
        return Undefined::OutOfBounds { alloc, offset, size, limit }.into();
    }
    Unspecified::Layout.into()
}

/// Whether the region of the pointer is all of its allocation.
pub fn covers_all(slot: &Allocation, pointer: &Pointer) -> bool {
    pointer.region.start == 0 && pointer.region.end == slot.size
}
