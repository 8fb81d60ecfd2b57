//! One allocation: its bytes, what is known of each, and the pointers stored in it.
//! All offsets are in bounds here; who may access what is decided by the caller.

use std::ops::Range;

use crate::borrow::Tree;
use crate::machine::value::Scalar;
use crate::syntax::{ConstId, FnId, Local, StaticId};

use super::pointers::{Pointers, Stored};

/// What is known of a byte.
pub mod state {
    pub const UNINIT: u8 = 0;
    pub const INIT: u8 = 1;
    /// A value that the language leaves open.
    pub const OPEN: u8 = 2;
    /// 0 or 1, and the language leaves open which.
    pub const OPEN_BOOL: u8 = 8;
    /// Storage of a variant or union field that is not the active one.
    pub const SHADOWED: u8 = 3;
    /// Part of a pointer that is whole.
    pub const POINTER: u8 = 4;
    /// A single byte of a pointer, on its own.
    pub const FRAGMENT: u8 = 5;
    /// The bytes but the first of a NaN whose sign and payload are open.
    pub const NAN_REST: u8 = 6;
    /// In the active variant, but holding whatever its storage held before.
    pub const LEFTOVER: u8 = 7;
    /// The first byte of such a NaN, plus the number of its bytes: the half of a wide NaN
    /// need not be a narrow one.
    pub const NAN_START: u8 = 64;
}

/// Whose memory it is; for diagnostics and for peeking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    Local { call: u32, function: FnId, local: Local },
    Static(StaticId),
    Const(ConstId),
    Literal,
    Argument,
}

#[derive(Clone, Debug)]
pub struct Allocation {
    pub generation: u32,
    pub live: bool,
    pub size: u32,
    pub align: u32,
    pub owner: Owner,
    pub writable: bool,
    /// Whether Miri would hold this local in memory rather than as a bare value; only
    /// then does moving it into a call leave it uninitialised.
    pub in_memory: bool,
    /// Made at the first borrow: before, only the owner itself can reach the memory.
    pub borrows: Option<Box<Tree>>,
    /// Whether any byte was ever `SHADOWED` or `LEFTOVER`.
    shares_storage: bool,
    bytes: Vec<u8>,
    states: Vec<u8>,
    pointers: Pointers,
    /// The last checkpoint for which this was saved.
    pub saved: u64,
}

/// What was found where a number was looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loaded {
    Bits(u128),
    Nan,
    Uninit,
    Open,
    Shared,
}

/// What was found where a pointer was looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadedPointer {
    Scalar(Scalar),
    Uninit,
    Shared,
    Mixed,
}

/// Bytes on their way from one place to another.
#[derive(Clone, Debug, Default)]
pub struct Chunk {
    bytes: Vec<u8>,
    states: Vec<u8>,
    pointers: Vec<Stored>,
    shares_storage: bool,
}

impl Allocation {
    pub fn new(size: u32, align: u32, owner: Owner) -> Allocation {
        Allocation {
            generation: 0,
            live: true,
            size,
            align,
            owner,
            writable: true,
            in_memory: false,
            borrows: None,
            shares_storage: false,
            bytes: vec![0; size as usize],
            states: vec![state::UNINIT; size as usize],
            pointers: Pointers::default(),
            saved: 0,
        }
    }

    /// Takes a dead slot into use again, keeping its buffers.
    pub fn revive(&mut self, size: u32, align: u32, owner: Owner) {
        self.live = true;
        self.size = size;
        self.align = align;
        self.owner = owner;
        self.writable = true;
        self.in_memory = false;
        self.borrows = None;
        self.shares_storage = false;
        self.bytes.clear();
        self.bytes.resize(size as usize, 0);
        self.states.clear();
        self.states.resize(size as usize, state::UNINIT);
        self.pointers.clear();
    }

    /// Ends its life; its contents go, its buffers stay.
    pub fn kill(&mut self) {
        self.live = false;
        self.generation = self.generation.wrapping_add(1);
        self.borrows = None;
        self.pointers.clear();
        // A huge buffer is not kept for the small allocations that come next.
        if self.size > 4096 {
            self.bytes = Vec::new();
            self.states = Vec::new();
        }
        self.size = 0;
    }

    #[inline]
    pub fn states(&self, range: Range<u32>) -> &[u8] {
        &self.states[range.start as usize..range.end as usize]
    }

    #[inline]
    pub fn bytes(&self, range: Range<u32>) -> &[u8] {
        &self.bytes[range.start as usize..range.end as usize]
    }

    pub fn pointers(&self) -> &Pointers {
        &self.pointers
    }

    /// The number in `size` (1, 2, 4, 8 or 16) bytes.
    #[inline]
    pub fn load(&self, offset: u32, size: u32) -> Loaded {
        let (start, end) = (offset as usize, (offset + size) as usize);
        let (bytes, states) = (&self.bytes[start..end], &self.states[start..end]);
        if !all_init(states) {
            return load_doubtful(states);
        }
        Loaded::Bits(little_endian(bytes))
    }

    /// The pointer in 8 bytes.
    #[inline]
    pub fn load_pointer(&self, offset: u32) -> LoadedPointer {
        let states = self.states(offset..offset + 8);
        if states == [state::POINTER; 8]
            && let Some(scalar) = self.pointers.whole_at(offset)
        {
            return LoadedPointer::Scalar(scalar);
        }
        match self.load(offset, 8) {
            Loaded::Bits(bits) => LoadedPointer::Scalar(Scalar::Bits(bits)),
            Loaded::Uninit => LoadedPointer::Uninit,
            Loaded::Shared => LoadedPointer::Shared,
            Loaded::Nan | Loaded::Open => self.join_fragments(offset),
        }
    }

    #[cold]
    fn join_fragments(&self, offset: u32) -> LoadedPointer {
        let states = self.states(offset..offset + 8);
        let of_pointer = |s: &u8| *s == state::POINTER || *s == state::FRAGMENT;
        if !states.iter().any(of_pointer) {
            return LoadedPointer::Scalar(Scalar::Indeterminate);
        }
        match self.pointers.joined_at(offset) {
            Some(scalar) => LoadedPointer::Scalar(scalar),
            None => LoadedPointer::Mixed,
        }
    }

    /// Whether a write to the range would hit storage of another variant. All of it then is:
    /// what a value shadows in itself is never all.
    #[inline]
    pub fn is_shadowed(&self, range: Range<u32>) -> bool {
        self.shares_storage && self.states(range).iter().all(|&s| s == state::SHADOWED)
    }

    #[inline]
    pub fn store(&mut self, offset: u32, size: u32, bits: u128) {
        let (start, end) = (offset as usize, (offset + size) as usize);
        self.forget_pointers(offset..offset + size);
        self.bytes[start..end].copy_from_slice(&bits.to_le_bytes()[..size as usize]);
        self.states[start..end].fill(state::INIT);
    }

    /// A number of which only the size is known.
    pub fn store_open(&mut self, offset: u32, size: u32) {
        self.set_state(offset..offset + size, state::OPEN);
    }

    pub fn store_nan(&mut self, offset: u32, size: u32) {
        self.set_state(offset..offset + size, state::NAN_REST);
        self.states[offset as usize] = state::NAN_START + size as u8;
    }

    /// A pointer with provenance or a function pointer; others are stored as numbers.
    pub fn store_pointer(&mut self, offset: u32, pointer: Scalar) {
        match pointer {
            Scalar::Bits(bits) => self.store(offset, 8, bits),
            Scalar::Indeterminate | Scalar::Nan => self.store_open(offset, 8),
            Scalar::Pointer(_) | Scalar::Function(_) => {
                self.forget_pointers(offset..offset + 8);
                self.states[offset as usize..offset as usize + 8].fill(state::POINTER);
                self.bytes[offset as usize..offset as usize + 8].fill(0);
                self.pointers.insert_whole(offset, pointer);
            }
        }
    }

    /// Gives every byte of the range one state and no content.
    pub fn set_state(&mut self, range: Range<u32>, state: u8) {
        self.forget_pointers(range.clone());
        self.shares_storage |= state == state::SHADOWED || state == state::LEFTOVER;
        let range = range.start as usize..range.end as usize;
        self.bytes[range.clone()].fill(0);
        self.states[range].fill(state);
    }

    pub fn set_bytes(&mut self, range: Range<u32>, byte: u8) {
        self.set_state(range.clone(), state::INIT);
        self.bytes[range.start as usize..range.end as usize].fill(byte);
    }

    /// Makes shadowed storage writable again, with whatever is in it.
    pub fn unshadow(&mut self, range: Range<u32>) {
        for state in &mut self.states[range.start as usize..range.end as usize] {
            if *state == state::SHADOWED {
                *state = state::LEFTOVER;
            }
        }
    }

    /// Turns pointer bytes into the open numbers that they are to an integer.
    pub fn expose_pointers(&mut self, range: Range<u32>) {
        if self.pointers.is_empty() {
            return;
        }
        for offset in range {
            let state = self.states[offset as usize];
            if state == state::POINTER || state == state::FRAGMENT {
                self.set_state(offset..offset + 1, state::OPEN);
            }
        }
    }

    /// Takes out a copy of the range.
    pub fn copy_out(&self, range: Range<u32>, chunk: &mut Chunk) {
        chunk.bytes.clear();
        chunk.states.clear();
        chunk.pointers.clear();
        chunk.shares_storage = self.shares_storage;
        chunk.bytes.extend_from_slice(self.bytes(range.clone()));
        chunk.states.extend_from_slice(self.states(range.clone()));
        if !self.pointers.is_empty() {
            self.pointers.copy_out(range.clone(), &mut chunk.pointers);
            for stored in chunk.pointers.iter().filter(|stored| stored.fragment.is_some()) {
                chunk.states[stored.offset as usize] = state::FRAGMENT;
            }
        }
        self.cut_nans(range, &mut chunk.states);
    }

    /// Halves of two open NaNs make no NaN: what is cut at the edges is merely open.
    fn cut_nans(&self, range: Range<u32>, states: &mut [u8]) {
        for state in states.iter_mut().take_while(|s| **s == state::NAN_REST) {
            *state = state::OPEN;
        }
        if self.states.get(range.end as usize) != Some(&state::NAN_REST) {
            return;
        }
        for state in states.iter_mut().rev() {
            let started = *state > state::NAN_START;
            if !started && *state != state::NAN_REST {
                break;
            }
            *state = state::OPEN;
            if started {
                break;
            }
        }
    }

    /// Puts a copy down at `offset`.
    pub fn paste(&mut self, offset: u32, chunk: &Chunk) {
        let range = offset..offset + chunk.bytes.len() as u32;
        self.forget_pointers(range.clone());
        self.shares_storage |= chunk.shares_storage;
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

#[cold]
fn load_doubtful(states: &[u8]) -> Loaded {
    let nan_start = state::NAN_START + states.len() as u8;
    let nan_rest = |s: &u8| *s == state::NAN_REST;
    if states.contains(&state::UNINIT) {
        Loaded::Uninit
    } else if states.iter().any(|&s| s == state::SHADOWED || s == state::LEFTOVER) {
        Loaded::Shared
    } else if states[0] == nan_start && states[1..].iter().all(nan_rest) {
        Loaded::Nan
    } else {
        Loaded::Open
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

#[inline]
fn little_endian(bytes: &[u8]) -> u128 {
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
