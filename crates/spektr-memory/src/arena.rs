//! Allocations in slots that are used again, and the way back to an earlier state of all
//! of them.

/// One allocation for all time: slots are used again, but with a new generation, so a
/// pointer to freed memory never finds what took its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AllocId {
    pub index: u32,
    pub generation: u32,
}

/// An allocation as a machine has it.
pub trait Slot: Clone {
    /// What one is made from.
    type Order;

    fn make(order: Self::Order) -> Self;

    /// As if it were made anew, but with the buffers of one that is dead.
    fn reuse(&mut self, order: Self::Order);

    /// Ends its life: contents go, buffers may stay for the next.
    fn kill(&mut self);

    /// What it adds to [`Arena::footprint`]. The same from its making to its end.
    fn footprint(&self) -> u64;
}

/// Where a journal stood. Checkpoints nest: the newest is given up or gone back to first.
#[derive(Debug)]
#[must_use = "a checkpoint costs until it is rolled back or committed"]
pub struct Mark {
    pub(crate) log: usize,
    pub(crate) serial: u64,
    pub(crate) outer: u64,
}

/// The numbers of checkpoints: the newest ever, and the newest that is open, 0 if none is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Serials {
    last: u64,
    pub open: u64,
}

impl Serials {
    pub fn mark(&mut self, log: usize) -> Mark {
        let outer = self.open;
        self.last += 1;
        self.open = self.last;
        Mark { log, serial: self.open, outer }
    }

    /// Ends the newest checkpoint; where the log stood when it was made.
    pub fn end(&mut self, mark: &Mark) {
        debug_assert_eq!(mark.serial, self.open, "checkpoints nest");
        self.open = mark.outer;
    }
}

#[derive(Clone, Debug)]
struct Entry<A> {
    generation: u32,
    live: bool,
    /// The last checkpoint for which this was saved.
    saved: u64,
    slot: A,
}

/// Allocations, with the way back to earlier states of them.
#[derive(Clone, Debug)]
pub struct Arena<A> {
    entries: Vec<Entry<A>>,
    free: Vec<u32>,
    footprint: u64,
    serials: Serials,
    log: Vec<Change<A>>,
}

/// How to take back one change.
#[derive(Clone, Debug)]
enum Change<A> {
    /// The entry was changed: put this back.
    Changed(u32, Box<Entry<A>>),
    /// The entry was put on the free list.
    Freed,
    /// The entry was taken off the free list.
    Taken(u32),
    /// The dead entry was taken into use: its generation, and for which checkpoint it was
    /// saved before.
    Revived(u32, u32, u64),
    /// The entry was made.
    Made(u32),
}

impl<A> Default for Arena<A> {
    fn default() -> Arena<A> {
        Arena {
            entries: Vec::new(),
            free: Vec::new(),
            footprint: 0,
            serials: Serials::default(),
            log: Vec::new(),
        }
    }
}

impl<A: Slot> Entry<A> {
    fn footprint(&self) -> u64 {
        if self.live { self.slot.footprint() } else { 0 }
    }

    fn kill(&mut self) {
        self.live = false;
        self.generation = self.generation.wrapping_add(1);
        self.slot.kill();
    }
}

impl<A: Slot> Arena<A> {
    pub fn allocate(&mut self, order: A::Order) -> AllocId {
        let Some(index) = self.free.pop() else { return self.allocate_new(order) };
        if self.serials.open > 0 {
            self.log.push(Change::Taken(index));
        }
        let entry = &mut self.entries[index as usize];
        if entry.saved < self.serials.open {
            self.log.push(Change::Revived(index, entry.generation, entry.saved));
            entry.saved = self.serials.open;
        }
        entry.live = true;
        entry.slot.reuse(order);
        self.footprint += entry.slot.footprint();
        AllocId { index, generation: entry.generation }
    }

    fn allocate_new(&mut self, order: A::Order) -> AllocId {
        let index = self.entries.len() as u32;
        if self.serials.open > 0 {
            self.log.push(Change::Made(index));
        }
        let slot = A::make(order);
        self.footprint += slot.footprint();
        self.entries.push(Entry { generation: 0, live: true, saved: self.serials.open, slot });
        AllocId { index, generation: 0 }
    }

    /// Ends a life; whether there was one.
    pub fn free(&mut self, id: AllocId) -> bool {
        if self.get(id).is_none() {
            return false;
        }
        self.save(id.index);
        let entry = &mut self.entries[id.index as usize];
        self.footprint -= entry.footprint();
        entry.kill();
        if self.serials.open > 0 {
            self.log.push(Change::Freed);
        }
        self.free.push(id.index);
        true
    }

    /// The allocation, if it is alive.
    #[inline]
    pub fn get(&self, id: AllocId) -> Option<&A> {
        let entry = self.entries.get(id.index as usize)?;
        (entry.generation == id.generation && entry.live).then_some(&entry.slot)
    }

    /// For changes: the old state is kept if there is a way back to it.
    #[inline]
    pub fn get_mut(&mut self, id: AllocId) -> Option<&mut A> {
        self.get(id)?;
        Some(self.at_mut(id.index))
    }

    /// The slot of an allocation that is known to be alive.
    #[inline]
    pub fn at(&self, index: u32) -> &A {
        &self.entries[index as usize].slot
    }

    /// The same, for changes.
    #[inline]
    pub fn at_mut(&mut self, index: u32) -> &mut A {
        self.save(index);
        &mut self.entries[index as usize].slot
    }

    /// Whether a change of the slot would have to copy it first.
    #[inline]
    pub fn is_unsaved(&self, index: u32) -> bool {
        self.entries[index as usize].saved < self.serials.open
    }

    #[inline]
    fn save(&mut self, index: u32) {
        let entry = &mut self.entries[index as usize];
        if entry.saved < self.serials.open {
            self.log.push(Change::Changed(index, Box::new(entry.clone())));
            entry.saved = self.serials.open;
        }
    }

    /// The number of slots, dead ones too.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What lives, in the order of slots.
    pub fn live(&self) -> impl Iterator<Item = (AllocId, &A)> {
        let live = self.entries.iter().enumerate().filter(|(_, entry)| entry.live);
        live.map(|(index, entry)| {
            (AllocId { index: index as u32, generation: entry.generation }, &entry.slot)
        })
    }

    /// What the living add up to.
    pub fn footprint(&self) -> u64 {
        self.footprint
    }

    /// Starts to keep what is needed to come back to this state.
    pub fn checkpoint(&mut self) -> Mark {
        self.serials.mark(self.log.len())
    }

    /// Comes back to a checkpoint.
    pub fn rollback(&mut self, mark: Mark) {
        for change in self.log.drain(mark.log..).rev() {
            match change {
                Change::Changed(index, entry) => {
                    let now = &mut self.entries[index as usize];
                    self.footprint -= now.footprint();
                    self.footprint += entry.footprint();
                    *now = *entry;
                }
                Change::Freed => {
                    self.free.pop();
                }
                Change::Taken(index) => self.free.push(index),
                Change::Revived(index, generation, saved) => {
                    let entry = &mut self.entries[index as usize];
                    self.footprint -= entry.footprint();
                    entry.kill();
                    (entry.generation, entry.saved) = (generation, saved);
                }
                Change::Made(index) => {
                    self.footprint -= self.entries[index as usize].footprint();
                    self.entries.truncate(index as usize);
                }
            }
        }
        self.serials.end(&mark);
    }

    /// Gives up the way back to a checkpoint; an older one may still need the log.
    pub fn commit(&mut self, mark: Mark) {
        self.serials.end(&mark);
        if self.serials.open == 0 {
            self.log.clear();
        }
    }
}
