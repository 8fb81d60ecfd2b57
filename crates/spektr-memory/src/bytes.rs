//! Bytes, what is known of each, and the pointers stored among them. All offsets are in
//! bounds here; who may access what is decided by the caller.

use std::ops::Range;

use crate::pointers::{Pointers, Stored};

/// What is known of a byte. A machine adds states of its own from [`state::OWN`] on.
pub mod state {
    pub const UNINIT: u8 = 0;
    /// A number.
    pub const INIT: u8 = 1;
    /// Part of a pointer that is whole.
    pub const POINTER: u8 = 2;
    /// A single byte of a pointer, on its own.
    pub const FRAGMENT: u8 = 3;
    /// The first that has no meaning here.
    pub const OWN: u8 = 4;
}

/// The contents of an allocation.
///
/// `P` is what a stored pointer is. It can also be what a machine has to say of single
/// bytes beyond their state (which bits of one are undefined, say): see
/// [`Bytes::store_byte_with`]. Such a byte is copied, overwritten and taken back like all
/// others.
#[derive(Clone, Debug)]
pub struct Bytes<P> {
    bytes: Vec<u8>,
    states: Vec<u8>,
    pointers: Pointers<P>,
}

/// Bytes on their way from one place to another.
#[derive(Clone, Debug)]
pub struct Chunk<P> {
    bytes: Vec<u8>,
    states: Vec<u8>,
    pointers: Vec<Stored<P>>,
}

impl<P> Default for Chunk<P> {
    fn default() -> Chunk<P> {
        Chunk { bytes: Vec::new(), states: Vec::new(), pointers: Vec::new() }
    }
}

impl<P> Chunk<P> {
    #[inline]
    pub fn len(&self) -> u32 {
        self.bytes.len() as u32
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn states(&self) -> &[u8] {
        &self.states
    }

    /// For states that do not survive being cut out of what is around them.
    pub fn states_mut(&mut self) -> &mut [u8] {
        &mut self.states
    }

    /// Offsets are relative to the chunk.
    pub fn pointers(&self) -> &[Stored<P>] {
        &self.pointers
    }
}

/// Buffers beyond this are not kept for the small allocations that come next.
const LARGEST_KEPT: usize = 4096;

impl<P: Copy + PartialEq> Bytes<P> {
    /// Uninitialised ones.
    pub fn new(size: u32) -> Bytes<P> {
        Bytes {
            bytes: vec![0; size as usize],
            states: vec![state::UNINIT; size as usize],
            pointers: Pointers::default(),
        }
    }

    /// As [`Bytes::new`], in the buffers that are there.
    pub fn reset(&mut self, size: u32) {
        self.bytes.clear();
        self.states.clear();
        if size as usize > LARGEST_KEPT {
            // Zeroed pages cost nothing until they are touched.
            (self.bytes, self.states) = (vec![0; size as usize], vec![0; size as usize]);
        }
        self.bytes.resize(size as usize, 0);
        self.states.resize(size as usize, state::UNINIT);
        self.pointers.clear();
    }

    /// Drops the contents, for an allocation that is dead.
    pub fn kill(&mut self) {
        self.pointers.clear();
        if self.bytes.len() > LARGEST_KEPT {
            self.bytes = Vec::new();
            self.states = Vec::new();
        }
    }

    #[inline]
    pub fn len(&self) -> u32 {
        self.bytes.len() as u32
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    #[inline]
    pub fn states(&self, range: Range<u32>) -> &[u8] {
        &self.states[range.start as usize..range.end as usize]
    }

    #[inline]
    pub fn state(&self, offset: u32) -> u8 {
        self.states[offset as usize]
    }

    /// The numbers where the state is `INIT` or one of the machine's that has them.
    #[inline]
    pub fn bytes(&self, range: Range<u32>) -> &[u8] {
        &self.bytes[range.start as usize..range.end as usize]
    }

    pub fn pointers(&self) -> &Pointers<P> {
        &self.pointers
    }

    /// The number in 1 to 16 bytes, little end first, if all of them are known.
    #[inline]
    pub fn load(&self, offset: u32, size: u32) -> Option<u128> {
        let (start, end) = (offset as usize, (offset + size) as usize);
        all_init(&self.states[start..end]).then(|| little_endian(&self.bytes[start..end]))
    }

    /// A pointer of `length` bytes, if it is whole.
    #[inline]
    pub fn pointer_at(&self, offset: u32, length: u8) -> Option<P> {
        // The first byte of a whole pointer speaks for all of them.
        if self.states[offset as usize] != state::POINTER {
            return None;
        }
        self.pointers.whole_at(offset, length)
    }

    /// A pointer of `length` bytes, from its fragments if they lie in order.
    pub fn joined_pointer_at(&self, offset: u32, length: u8) -> Option<P> {
        self.pointer_at(offset, length).or_else(|| self.pointers.joined_at(offset, length))
    }

    /// What was said of a single byte with [`Bytes::store_byte_with`].
    pub fn said_of(&self, offset: u32) -> Option<P> {
        self.pointers.whole_at(offset, 1)
    }

    /// A known number of up to 16 bytes, little end first.
    #[inline]
    pub fn store(&mut self, offset: u32, size: u32, bits: u128) {
        let (start, end) = (offset as usize, (offset + size) as usize);
        self.forget_pointers(offset..offset + size);
        self.bytes[start..end].copy_from_slice(&bits.to_le_bytes()[..size as usize]);
        self.states[start..end].fill(state::INIT);
    }

    /// Known bytes as they are.
    pub fn store_bytes(&mut self, offset: u32, bytes: &[u8]) {
        let range = offset..offset + bytes.len() as u32;
        self.forget_pointers(range.clone());
        let range = range.start as usize..range.end as usize;
        self.bytes[range.clone()].copy_from_slice(bytes);
        self.states[range].fill(state::INIT);
    }

    pub fn store_pointer(&mut self, offset: u32, length: u8, pointer: P) {
        self.set_state(offset..offset + u32::from(length), state::POINTER);
        self.pointers.insert_whole(offset, length, pointer);
    }

    /// One byte with a state of the machine's own, and something to say of it.
    pub fn store_byte_with(&mut self, offset: u32, byte: u8, state: u8, said: P) {
        self.set_state(offset..offset + 1, state);
        self.bytes[offset as usize] = byte;
        self.pointers.insert_whole(offset, 1, said);
    }

    /// Gives every byte of the range one state and no content.
    pub fn set_state(&mut self, range: Range<u32>, state: u8) {
        self.forget_pointers(range.clone());
        let range = range.start as usize..range.end as usize;
        self.bytes[range.clone()].fill(0);
        self.states[range].fill(state);
    }

    /// The states of a range, to be replaced by others that say as much of stored pointers:
    /// a byte that was part of one must stay so.
    pub fn states_mut(&mut self, range: Range<u32>) -> &mut [u8] {
        &mut self.states[range.start as usize..range.end as usize]
    }

    /// Gives every byte of the range one known value.
    pub fn fill(&mut self, range: Range<u32>, byte: u8) {
        self.set_state(range.clone(), state::INIT);
        self.bytes[range.start as usize..range.end as usize].fill(byte);
    }

    /// Takes out a copy of the range.
    pub fn copy_out(&self, range: Range<u32>, chunk: &mut Chunk<P>) {
        chunk.bytes.clear();
        chunk.states.clear();
        chunk.pointers.clear();
        chunk.bytes.extend_from_slice(self.bytes(range.clone()));
        chunk.states.extend_from_slice(self.states(range.clone()));
        if !self.pointers.is_empty() {
            self.pointers.copy_out(range, &mut chunk.pointers);
            for stored in chunk.pointers.iter().filter(|stored| stored.fragment.is_some()) {
                chunk.states[stored.offset as usize] = state::FRAGMENT;
            }
        }
    }

    /// Puts a copy down at `offset`.
    pub fn paste(&mut self, offset: u32, chunk: &Chunk<P>) {
        let range = offset..offset + chunk.len();
        self.forget_pointers(range.clone());
        let (start, end) = (range.start as usize, range.end as usize);
        self.bytes[start..end].copy_from_slice(&chunk.bytes);
        self.states[start..end].copy_from_slice(&chunk.states);
        if !chunk.pointers.is_empty() {
            self.pointers.paste(offset, &chunk.pointers);
        }
    }

    #[inline]
    fn forget_pointers(&mut self, range: Range<u32>) {
        if !self.pointers.is_empty() {
            let states = &mut self.states;
            self.pointers.remove(range, |left| states[left as usize] = state::FRAGMENT);
        }
    }
}

#[inline]
fn all_init(states: &[u8]) -> bool {
    const ONES: u64 = u64::from_ne_bytes([state::INIT; 8]);
    match *states {
        [a] => a == state::INIT,
        [a, b] => [a, b] == [state::INIT; 2],
        [a, b, c, d] => [a, b, c, d] == [state::INIT; 4],
        [a, b, c, d, e, f, g, h] => u64::from_ne_bytes([a, b, c, d, e, f, g, h]) == ONES,
        _ => states.iter().all(|&state| state == state::INIT),
    }
}

/// The number in up to 16 bytes.
#[inline]
pub fn little_endian(bytes: &[u8]) -> u128 {
    match *bytes {
        [a] => u128::from(a),
        [a, b] => u128::from(u16::from_le_bytes([a, b])),
        [a, b, c, d] => u128::from(u32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => u128::from(u64::from_le_bytes([a, b, c, d, e, f, g, h])),
        _ => {
            let mut word = [0; 16];
            word[..bytes.len()].copy_from_slice(bytes);
            u128::from_le_bytes(word)
        }
    }
}
