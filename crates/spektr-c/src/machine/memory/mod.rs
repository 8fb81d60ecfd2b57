//! Objects: storage with a lifetime. Says which bytes are there and what is known of each; who
//! may access what, and as which type, is decided by the machine's rules, not here.
//!
//! A pointer in memory is the number of an entry of [`Memory::pointers`], so that copying bytes
//! copies pointers, one byte at a time too. Changes go to a log while a checkpoint is open.

mod object;

use spektr_text::Span;

pub use object::{Chunk, KnownBits, Object, Origin, flag, state};

use super::stop::{Step, Stop};
use super::value::{Pointer, Value};

/// An object by where it is kept and how often that place was used before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId {
    pub slot: u32,
    pub generation: u32,
}

/// More bytes than this at one time count as having run out.
const MOST_BYTES: u64 = 256 << 20;
/// Of this many objects the end is remembered, for diagnostics.
const GRAVES: usize = 64;
/// Pointers stored again soon get the same number: a power of two.
const RECENT: usize = 1024;

#[derive(Clone, Debug)]
pub struct Memory {
    objects: Vec<Object>,
    free: Vec<u32>,
    /// All pointers that were ever stored.
    pointers: Vec<Value>,
    recent: Vec<u32>,
    live_bytes: u64,
    /// How many objects were made before.
    births: u64,
    graves: Vec<Grave>,
    next_grave: usize,
    /// The number of the open checkpoint; 0 if there is none.
    checkpoint: u64,
    checkpoints: u64,
    log: Vec<Undo>,
}

/// What is remembered of an object that is no more.
#[derive(Clone, Debug)]
pub struct Grave {
    pub object: ObjectId,
    pub origin: Origin,
    pub made: Span,
    pub ended: Span,
}

#[derive(Clone, Debug)]
enum Undo {
    /// The object at a slot was this before it changed.
    Changed(u32, Box<Object>),
    /// A slot was added at the end.
    Added,
    /// A slot was put on the free list.
    Freed,
    /// A slot was taken from the free list.
    Taken(u32),
}

/// What [`Memory::make`] is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    pub size: u64,
    pub align: u32,
    /// Bits of [`object::flag`].
    pub flags: u8,
    /// The declared type, by its number among the machine's effective types; 0 for none.
    pub declared: u32,
    pub origin: Origin,
    pub made: Span,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            objects: Vec::new(),
            free: Vec::new(),
            pointers: Vec::new(),
            recent: vec![u32::MAX; RECENT],
            live_bytes: 0,
            births: 0,
            graves: Vec::new(),
            next_grave: 0,
            checkpoint: 0,
            checkpoints: 0,
            log: Vec::new(),
        }
    }
}

impl Memory {
    /// Makes an object whose bytes are all indeterminate.
    pub fn make(&mut self, wish: Wish) -> Step<ObjectId> {
        if wish.size > MOST_BYTES || self.live_bytes + wish.size > MOST_BYTES {
            return Err(Box::new(Stop::OutOfFuel));
        }
        self.live_bytes += wish.size + 64;
        self.births += 1;
        let birth = self.births;
        if let Some(slot) = self.free.pop() {
            if self.checkpoint != 0 {
                self.log.push(Undo::Taken(slot));
                self.save(slot);
            }
            let object = &mut self.objects[slot as usize];
            object.revive(&wish, birth);
            return Ok(ObjectId { slot, generation: object.generation });
        }
        let slot = self.objects.len() as u32;
        self.objects.push(Object::new(&wish, birth, self.checkpoint));
        if self.checkpoint != 0 {
            self.log.push(Undo::Added);
        }
        Ok(ObjectId { slot, generation: 0 })
    }

    /// Ends the life of an object.
    pub fn end(&mut self, id: ObjectId, at: Span) {
        if self.checkpoint != 0 {
            self.save(id.slot);
            self.log.push(Undo::Freed);
        }
        let object = &mut self.objects[id.slot as usize];
        let grave = Grave { object: id, origin: object.origin, made: object.made, ended: at };
        self.live_bytes -= u64::from(object.size) + 64;
        object.end();
        if self.graves.len() < GRAVES {
            self.graves.push(grave);
        } else {
            self.graves[self.next_grave] = grave;
            self.next_grave = (self.next_grave + 1) % GRAVES;
        }
        self.free.push(id.slot);
    }

    /// The object, if it is still alive.
    #[inline]
    pub fn get(&self, id: ObjectId) -> Option<&Object> {
        let object = &self.objects[id.slot as usize];
        (object.generation == id.generation && object.live).then_some(object)
    }

    #[inline]
    pub fn is_live(&self, id: ObjectId) -> bool {
        self.get(id).is_some()
    }

    /// The object, to be changed. It is alive: ask [`get`](Self::get) first.
    #[inline]
    pub fn change(&mut self, id: ObjectId) -> &mut Object {
        if self.checkpoint != 0 {
            self.save(id.slot);
        }
        &mut self.objects[id.slot as usize]
    }

    /// What is remembered of an object that ended lately.
    pub fn grave(&self, id: ObjectId) -> Option<&Grave> {
        self.graves.iter().find(|grave| grave.object == id)
    }

    pub fn births(&self) -> u64 {
        self.births
    }

    /// All objects that are alive, in the order of their places.
    pub fn live(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.objects.iter().enumerate().filter(|(_, object)| object.live).map(|(slot, object)| {
            (ObjectId { slot: slot as u32, generation: object.generation }, object)
        })
    }

    /// The number by which memory knows a pointer, twice in 64 bits, so that bytes of two
    /// pointers put together are noticed.
    #[inline]
    pub fn pointer_number(&mut self, pointer: Value) -> u64 {
        let hash = pointer.lo ^ pointer.hi.rotate_left(17) ^ pointer.meta.rotate_left(41);
        let entry = (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize % RECENT;
        let known = self.recent[entry];
        if self.pointers.get(known as usize) == Some(&pointer) {
            return u64::from(known) * 0x1_0000_0001;
        }
        let number = self.pointers.len() as u32;
        self.pointers.push(pointer);
        self.recent[entry] = number;
        u64::from(number) * 0x1_0000_0001
    }

    /// The pointer with that number.
    #[inline]
    pub fn pointer_numbered(&self, number: u64) -> Option<Value> {
        if number >> 32 != number & 0xffff_ffff {
            return None;
        }
        self.pointers.get(number as u32 as usize).copied()
    }

    /// A pointer to the start of an object, for all of it.
    pub fn whole(&self, id: ObjectId) -> Value {
        let high = self.objects[id.slot as usize].size;
        Pointer { object: id, offset: 0, low: 0, high, basis: 0 }.value()
    }
}

/// Checkpoints.
impl Memory {
    /// Opens a checkpoint; returns what [`rollback`](Self::rollback) needs.
    pub fn checkpoint(&mut self) -> Mark {
        let outer = self.checkpoint;
        self.checkpoints += 1;
        self.checkpoint = self.checkpoints;
        Mark { outer, log: self.log.len(), live_bytes: self.live_bytes, births: self.births }
    }

    /// Everything as it was at the checkpoint, which is closed.
    pub fn rollback(&mut self, mark: Mark) {
        while self.log.len() > mark.log {
            match self.log.pop() {
                Some(Undo::Changed(slot, object)) => self.objects[slot as usize] = *object,
                Some(Undo::Added) => {
                    self.objects.pop();
                }
                Some(Undo::Freed) => {
                    self.free.pop();
                }
                Some(Undo::Taken(slot)) => self.free.push(slot),
                None => break,
            }
        }
        self.live_bytes = mark.live_bytes;
        self.births = mark.births;
        self.checkpoint = mark.outer;
    }

    /// Gives up the way back; an outer checkpoint may still need the log.
    pub fn commit(&mut self, mark: Mark) {
        self.checkpoint = mark.outer;
        if self.checkpoint == 0 {
            self.log.clear();
        }
    }

    fn save(&mut self, slot: u32) {
        let object = &mut self.objects[slot as usize];
        if object.saved < self.checkpoint {
            let before = object.clone();
            object.saved = self.checkpoint;
            self.log.push(Undo::Changed(slot, Box::new(before)));
        }
    }
}

/// A checkpoint to go back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    outer: u64,
    log: usize,
    live_bytes: u64,
    births: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(size: u64) -> Wish {
        Wish { size, align: 8, flags: 0, declared: 0, origin: Origin::Heap, made: Span::default() }
    }

    #[test]
    fn rollback_restores_bytes_lifetimes_and_numbers() {
        let mut memory = Memory::default();
        let a = memory.make(wish(8)).unwrap();
        memory.change(a).store(0, 4, 7);
        let before = memory.clone();
        let mark = memory.checkpoint();
        memory.change(a).store(0, 4, 8);
        let b = memory.make(wish(4)).unwrap();
        memory.change(b).store(0, 4, 9);
        memory.end(a, Span::default());
        let c = memory.make(wish(16)).unwrap();
        assert_eq!(c.slot, a.slot);
        memory.change(c).store(8, 8, 1);
        memory.rollback(mark);
        assert!(memory.is_live(a) && !memory.is_live(c));
        assert_eq!(memory.get(a).unwrap().load(0, 4), Some(7));
        assert_eq!(memory.live().count(), before.live().count());
        let next = memory.make(wish(1)).unwrap();
        assert_eq!(next, ObjectId { slot: 1, generation: 0 });
    }

    #[test]
    fn pointers_keep_their_number_and_halves_of_two_are_noticed() {
        let mut memory = Memory::default();
        let a = memory.make(wish(8)).unwrap();
        let (one, two) = (memory.whole(a), Value::function(3));
        let first = memory.pointer_number(one);
        let second = memory.pointer_number(two);
        assert_eq!(memory.pointer_number(one), first);
        assert_eq!(memory.pointer_numbered(second), Some(two));
        assert_eq!(memory.pointer_numbered(first & 0xffff_ffff | second & !0xffff_ffff), None);
    }
}
