//! Memory: allocations, who may reach which bytes of them, and the way back to an earlier
//! state. Knows pointers, regions and borrow tags; nothing of types or statements.

mod allocation;
mod pointers;

pub use allocation::{Allocation, Chunk, Loaded, LoadedPointer, Owner, state};

use std::ops::Range;

use crate::borrow::{AccessKind, BorrowError, CallId, Permission, Tag, Tree};

use super::stop::{Step, Stop, Undefined, Unspecified};
use super::value::{AllocId, Pointer, Region};

/// More memory than this at once ends a run, as more steps than its fuel do.
const MAX_LIVE_BYTES: u64 = 1 << 28;

#[derive(Clone, Debug, Default)]
pub struct Memory {
    slots: Vec<Allocation>,
    free: Vec<u32>,
    live_bytes: u64,
    /// Pointers that the last collection of borrow tags found.
    pub pointers_seen: usize,
    /// The newest checkpoint; 0 if there is none.
    serial: u64,
    log: Vec<Undo>,
    scratch: Chunk,
    /// Whether trees keep a history of their tags, and the stamp of the current step.
    history: Option<u64>,
    /// Whether some tree has grown enough to be worth a collection.
    pub wants_collection: bool,
}

/// How to take back one change.
#[derive(Clone, Debug)]
enum Undo {
    /// The slot was changed: put this back.
    Changed(u32, Box<Allocation>),
    /// The slot was put on the free list.
    Freed,
    /// The slot was taken off the free list.
    Taken(u32),
    /// The dead slot was taken into use: its generation, and for which checkpoint it was
    /// saved before.
    Revived(u32, u32, u64),
    /// The slot was made.
    Made(u32),
}

impl Memory {
    /// Makes uninitialised memory.
    pub fn allocate(&mut self, size: u32, align: u32, owner: Owner) -> Step<AllocId> {
        self.live_bytes += u64::from(size) + 64;
        if self.live_bytes > MAX_LIVE_BYTES {
            return Err(Box::new(Stop::OutOfFuel));
        }
        if let Some(index) = self.free.pop() {
            if self.serial > 0 {
                self.log.push(Undo::Taken(index));
            }
            let slot = &mut self.slots[index as usize];
            if slot.saved < self.serial {
                self.log.push(Undo::Revived(index, slot.generation, slot.saved));
                slot.saved = self.serial;
            }
            slot.revive(size, align, owner);
            return Ok(AllocId { index, generation: slot.generation });
        }
        let index = self.slots.len() as u32;
        if self.serial > 0 {
            self.log.push(Undo::Made(index));
        }
        let mut slot = Allocation::new(size, align, owner);
        slot.saved = self.serial;
        self.slots.push(slot);
        Ok(AllocId { index, generation: 0 })
    }

    /// Frees memory that its owner is done with; running calls may forbid it.
    pub fn free(&mut self, id: AllocId) -> Step<()> {
        let slot = self.get_mut(id)?;
        if let Some(tree) = &mut slot.borrows {
            tree.dealloc(Tag::ROOT).map_err(|error| borrow_error(id, error))?;
        }
        let size = slot.size;
        slot.kill();
        self.live_bytes -= u64::from(size) + 64;
        if self.serial > 0 {
            self.log.push(Undo::Freed);
        }
        self.free.push(id.index);
        Ok(())
    }

    #[inline]
    pub fn get(&self, id: AllocId) -> Step<&Allocation> {
        let slot = &self.slots[id.index as usize];
        if slot.generation != id.generation || !slot.live {
            return Err(Undefined::Dangling(id).into());
        }
        Ok(slot)
    }

    pub fn exists(&self, id: AllocId) -> bool {
        (id.index as usize) < self.slots.len() && self.get(id).is_ok()
    }

    /// For changes: the old state is kept if there is a way back to it.
    #[inline]
    pub fn get_mut(&mut self, id: AllocId) -> Step<&mut Allocation> {
        let slot = &self.slots[id.index as usize];
        if slot.generation != id.generation || !slot.live {
            return Err(Undefined::Dangling(id).into());
        }
        Ok(self.slot_mut(id.index))
    }

    /// The memory of a live local, which is never freed while it is one.
    #[inline]
    pub fn of_local(&self, id: AllocId) -> &Allocation {
        &self.slots[id.index as usize]
    }

    /// The same, for changes.
    #[inline]
    pub fn of_local_mut(&mut self, id: AllocId) -> &mut Allocation {
        self.slot_mut(id.index)
    }

    #[inline]
    fn slot_mut(&mut self, index: u32) -> &mut Allocation {
        let slot = &mut self.slots[index as usize];
        if slot.saved < self.serial {
            self.log.push(Undo::Changed(index, Box::new(slot.clone())));
            slot.saved = self.serial;
        }
        slot
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
        if self.slots[pointer.alloc.index as usize].borrows.is_some() {
            self.note(pointer, AccessKind::Read, range)?;
        }
        Ok((&self.slots[pointer.alloc.index as usize], offset))
    }

    /// Replaces bytes through a pointer.
    #[inline]
    pub fn write(&mut self, pointer: &Pointer, size: u32) -> Step<(&mut Allocation, u32)> {
        let range = self.reach(pointer, u64::from(size))?;
        let offset = range.start;
        let slot = &self.slots[pointer.alloc.index as usize];
        if !slot.writable {
            return Err(Undefined::Immutable.into());
        }
        if slot.is_shadowed(range.clone()) {
            return Err(Unspecified::SharedStorage.into());
        }
        if slot.borrows.is_some() {
            self.note(pointer, AccessKind::Write, range)?;
        }
        Ok((self.slot_mut(pointer.alloc.index), offset))
    }

    /// Tells the borrow tree of an access.
    pub fn note(&mut self, pointer: &Pointer, kind: AccessKind, range: Range<u32>) -> Step<()> {
        let history = self.history;
        let slot = &self.slots[pointer.alloc.index as usize];
        // What changes nothing need not be saved.
        if slot.saved < self.serial
            && slot.borrows.as_ref().is_none_or(|tree| tree.is_idle(pointer.tag, kind, &range))
        {
            return Ok(());
        }
        let slot = self.slot_mut(pointer.alloc.index);
        let Some(tree) = &mut slot.borrows else { return Ok(()) };
        if let Some(stamp) = history {
            tree.set_stamp(stamp);
        }
        tree.access(pointer.tag, kind, range).map_err(|error| borrow_error(pointer.alloc, error))
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
        let slot = self.slot_mut(pointer.alloc.index);
        let size = slot.size;
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
        let tag = tree
            .reborrow(pointer.tag, parts, outside, protector)
            .map_err(|error| borrow_error(pointer.alloc, error))?;
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
        tree.release(tag).map_err(|error| borrow_error(alloc, error))
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

    /// All slots, dead ones too.
    pub fn slots(&self) -> &[Allocation] {
        &self.slots
    }

    /// Forgets borrow tags that no pointer carries any more. `extra` are pointers held
    /// outside memory.
    pub fn collect(&mut self, extra: impl Iterator<Item = Pointer>) {
        let mut live: Vec<(u32, Tag)> =
            extra.map(|pointer| (pointer.alloc.index, pointer.tag)).collect();
        for slot in self.slots.iter().filter(|slot| slot.live) {
            live.extend(slot.pointers().targets().map(|p| (p.alloc.index, p.tag)));
        }
        live.sort_unstable();
        live.dedup();
        self.pointers_seen = live.len();
        for index in 0..self.slots.len() as u32 {
            let grown = |tree: &Tree| tree.wants_collection();
            if !self.slots[index as usize].borrows.as_deref().is_some_and(grown) {
                continue;
            }
            if let Some(tree) = &mut self.slot_mut(index).borrows {
                tree.retain(|tag| live.binary_search(&(index, tag)).is_ok());
            }
        }
        self.wants_collection = false;
    }

    /// Starts to keep what is needed to come back to this state; returns where the log stands.
    pub fn checkpoint(&mut self, serial: u64) -> usize {
        self.serial = serial;
        self.log.len()
    }

    /// Comes back to where the log stood.
    pub fn rollback(&mut self, mark: usize, serial: u64) {
        for undo in self.log.drain(mark..).rev() {
            match undo {
                Undo::Changed(index, slot) => {
                    let slot_now = &mut self.slots[index as usize];
                    self.live_bytes -= footprint(slot_now);
                    self.live_bytes += footprint(&slot);
                    *slot_now = *slot;
                }
                Undo::Freed => {
                    self.free.pop();
                }
                Undo::Taken(index) => self.free.push(index),
                Undo::Revived(index, generation, saved) => {
                    let slot = &mut self.slots[index as usize];
                    self.live_bytes -= footprint(slot);
                    slot.kill();
                    (slot.generation, slot.saved) = (generation, saved);
                }
                Undo::Made(index) => {
                    self.live_bytes -= footprint(&self.slots[index as usize]);
                    self.slots.truncate(index as usize);
                }
            }
        }
        self.serial = serial;
    }

    /// Gives up the way back to a checkpoint; an older one may still need the log.
    pub fn commit(&mut self, serial: u64) {
        self.serial = serial;
        if serial == 0 {
            self.log.clear();
        }
    }
}

fn footprint(slot: &Allocation) -> u64 {
    if slot.live { u64::from(slot.size) + 64 } else { 0 }
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
