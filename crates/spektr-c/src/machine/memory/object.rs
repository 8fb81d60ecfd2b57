//! One object: its bytes, what is known of each, and their effective types where those are not
//! given by a declaration. All offsets are in bounds here.

use std::ops::Range;

use spektr_text::Span;

use super::Wish;
use crate::machine::value::{Openness, Value};

/// What is known of a byte.
pub mod state {
    pub const UNINIT: u8 = 0;
    pub const INIT: u8 = 1;
    /// Unspecified: padding, or beside the member of a union that was stored (6.2.6.1p6f).
    pub const PADDING: u8 = 2;
    /// Some number that depends on an address.
    pub const ADDRESS: u8 = 3;
    /// A byte of a NaN whose sign and payload are open.
    pub const NAN: u8 = 4;
    /// Some number that is open for another reason.
    pub const OPEN: u8 = 5;
    /// Some bits are a number's: [`Object::known_bits`](super::Object::known_bits) says which.
    pub const PARTIAL: u8 = 6;
    /// The byte `state - POINTER` of a pointer.
    pub const POINTER: u8 = 16;
}

/// What is known of each bit of a byte; the others are indeterminate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownBits {
    /// Bits that have a value.
    pub set: u8,
    /// Bits whose value is unspecified.
    pub open: u8,
}

impl KnownBits {
    /// Of a byte in this state, if it is not a partial one.
    fn of(state: u8) -> KnownBits {
        match state {
            state::INIT => KnownBits { set: u8::MAX, open: 0 },
            state::UNINIT => KnownBits::default(),
            _ => KnownBits { set: 0, open: u8::MAX },
        }
    }

    /// The state of a byte of which this is known.
    fn state(self) -> u8 {
        match self {
            KnownBits { set: u8::MAX, .. } => state::INIT,
            KnownBits { set: 0, open: 0 } => state::UNINIT,
            KnownBits { set: 0, open: u8::MAX } => state::PADDING,
            _ => state::PARTIAL,
        }
    }

    /// With some bits unspecified.
    fn opened(self, mask: u8) -> KnownBits {
        KnownBits { set: self.set & !mask, open: self.open | mask }
    }
}

/// Properties of an object.
pub mod flag {
    /// Defined as `const` (6.7.3p6).
    pub const CONST: u8 = 1;
    /// A string literal (6.4.5p7).
    pub const LITERAL: u8 = 2;
    /// With temporary lifetime (6.2.4p8).
    pub const TEMPORARY: u8 = 4;
    /// Defined as `volatile` (6.7.3p6).
    pub const VOLATILE: u8 = 8;
    /// From an allocation function: it has no declared type (6.5p6).
    pub const HEAP: u8 = 16;
    /// Every byte has an effective type of its own: allocated, or with a union in it.
    pub const TYPED_BYTES: u8 = 32;
    /// Writing needs a closer look.
    pub const GUARDED: u8 = CONST | LITERAL | TEMPORARY;
}

/// Whose object it is, for diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A global or `static` variable, by its number in the program.
    Static(u32),
    /// A local variable or parameter of a function, by their numbers.
    Local {
        function: u32,
        local: u32,
    },
    Literal,
    Temporary,
    Heap,
}

#[derive(Clone, Debug)]
pub struct Object {
    pub generation: u32,
    pub live: bool,
    pub flags: u8,
    pub size: u32,
    pub align: u32,
    pub declared: u32,
    pub origin: Origin,
    pub made: Span,
    pub birth: u64,
    /// The checkpoint for which this was saved.
    pub(super) saved: u64,
    bytes: Vec<u8>,
    states: Vec<u8>,
    /// Effective types by byte; empty unless [`flag::TYPED_BYTES`]. 0 is none.
    types: Vec<u16>,
    /// By byte, what [`state::PARTIAL`] stands for; empty before the first of those.
    partial: Vec<KnownBits>,
}

impl Object {
    pub(super) fn new(wish: &Wish, birth: u64, saved: u64) -> Object {
        let mut object = Object {
            generation: 0,
            live: false,
            flags: 0,
            size: 0,
            align: 1,
            declared: 0,
            origin: wish.origin,
            made: wish.made,
            birth,
            saved,
            bytes: Vec::new(),
            states: Vec::new(),
            types: Vec::new(),
            partial: Vec::new(),
        };
        object.revive(wish, birth);
        object
    }

    /// Takes a dead one into use again, keeping its buffers.
    pub(super) fn revive(&mut self, wish: &Wish, birth: u64) {
        let size = wish.size as usize;
        self.live = true;
        self.flags = wish.flags;
        self.size = wish.size as u32;
        self.align = wish.align;
        self.declared = wish.declared;
        self.origin = wish.origin;
        self.made = wish.made;
        self.birth = birth;
        self.bytes.clear();
        self.bytes.resize(size, 0);
        self.states.clear();
        self.states.resize(size, state::UNINIT);
        self.partial.clear();
        self.types.clear();
        if wish.flags & flag::TYPED_BYTES != 0 {
            self.types.resize(size, 0);
        }
    }

    pub(super) fn end(&mut self) {
        self.live = false;
        self.generation = self.generation.wrapping_add(1);
        // A huge buffer is not kept for the small objects that come next.
        if self.size > 4096 {
            (self.bytes, self.states, self.types) = (Vec::new(), Vec::new(), Vec::new());
            self.partial = Vec::new();
        }
    }

    #[inline]
    pub fn bytes(&self, range: Range<u32>) -> &[u8] {
        &self.bytes[range.start as usize..range.end as usize]
    }

    #[inline]
    pub fn states(&self, range: Range<u32>) -> &[u8] {
        &self.states[range.start as usize..range.end as usize]
    }

    /// The number in 1, 2, 4 or 8 bytes, if they are nothing else.
    #[inline]
    pub fn load(&self, offset: u32, size: u32) -> Option<u64> {
        let range = offset as usize..(offset + size) as usize;
        let (bytes, states) = (&self.bytes[range.clone()], &self.states[range]);
        match (bytes, states) {
            (&[a], &[state::INIT]) => Some(u64::from(a)),
            (&[a, b], &[state::INIT, state::INIT]) => Some(u64::from(u16::from_le_bytes([a, b]))),
            (&[a, b, c, d], &[e, f, g, h]) => {
                let same = u32::from_le_bytes([e, f, g, h]) == u32::from_le_bytes([state::INIT; 4]);
                same.then_some(u64::from(u32::from_le_bytes([a, b, c, d])))
            }
            (&[a, b, c, d, e, f, g, h], &[i, j, k, l, m, n, o, p]) => {
                let same = u64::from_le_bytes([i, j, k, l, m, n, o, p])
                    == u64::from_le_bytes([state::INIT; 8]);
                same.then_some(u64::from_le_bytes([a, b, c, d, e, f, g, h]))
            }
            _ => None,
        }
    }

    /// The number of the pointer in 8 bytes, if they are all of one pointer.
    #[inline]
    pub fn load_pointer(&self, offset: u32) -> Option<u64> {
        const ALL: u64 = u64::from_le_bytes([16, 17, 18, 19, 20, 21, 22, 23]);
        let range = offset as usize..offset as usize + 8;
        match (&self.bytes[range.clone()], &self.states[range]) {
            (&[a, b, c, d, e, f, g, h], &[i, j, k, l, m, n, o, p])
                if u64::from_le_bytes([i, j, k, l, m, n, o, p]) == ALL =>
            {
                Some(u64::from_le_bytes([a, b, c, d, e, f, g, h]))
            }
            _ => None,
        }
    }

    /// Up to 16 bytes that are not all numbers, as a value. `float` says whether they are read
    /// as a floating-point number.
    #[cold]
    pub fn load_doubtful(&self, offset: u32, size: u32, float: bool) -> Value {
        let (bytes, states) =
            (self.bytes(offset..offset + size), self.states(offset..offset + size));
        let bits = little_endian(bytes);
        if states.contains(&state::PARTIAL) {
            let known = |at| self.known_bits(at);
            if size == 1 {
                return Value::partial(bytes[0], known(offset));
            }
            let all = |at| known(at).set | known(at).open == u8::MAX;
            if (offset..offset + size).all(all) {
                return Value::open(Openness::Padding);
            }
            return Value::UNINIT;
        }
        if states.contains(&state::UNINIT) {
            return Value::UNINIT;
        }
        if states.iter().all(|&s| s == state::INIT) {
            return Value::wide(bits);
        }
        if states.iter().all(|&s| s == state::NAN) && float {
            return Value::nan(bits);
        }
        if let &[one] = states
            && one >= state::POINTER
        {
            return Value::fragment(bytes[0], one - state::POINTER);
        }
        let why = if states.contains(&state::PADDING) {
            Openness::Padding
        } else if states.iter().any(|&s| s == state::ADDRESS || s >= state::POINTER) {
            Openness::Address
        } else if states.contains(&state::NAN) {
            Openness::NanBits
        } else {
            Openness::Other
        };
        Value::open(why)
    }

    #[inline]
    pub fn store(&mut self, offset: u32, size: u32, bits: u128) {
        let range = offset as usize..(offset + size) as usize;
        let word = bits.to_le_bytes();
        match &mut self.bytes[range.clone()] {
            [a] => *a = word[0],
            bytes => bytes.copy_from_slice(&word[..size as usize]),
        }
        self.states[range].fill(state::INIT);
    }

    /// A number of up to 64 bits.
    #[inline]
    pub fn store_word(&mut self, offset: u32, size: u32, word: u64) {
        let range = offset as usize..(offset + size) as usize;
        let (bytes, states) = (&mut self.bytes[range.clone()], &mut self.states[range]);
        match size {
            1 => (bytes[0], states[0]) = (word as u8, state::INIT),
            2 => {
                bytes.copy_from_slice(&(word as u16).to_le_bytes());
                states.copy_from_slice(&[state::INIT; 2]);
            }
            4 => {
                bytes.copy_from_slice(&(word as u32).to_le_bytes());
                states.copy_from_slice(&[state::INIT; 4]);
            }
            _ => {
                bytes.copy_from_slice(&word.to_le_bytes());
                states.copy_from_slice(&[state::INIT; 8]);
            }
        }
    }

    /// A pointer, by its number.
    #[inline]
    pub fn store_pointer(&mut self, offset: u32, number: u64) {
        let range = offset as usize..offset as usize + 8;
        self.bytes[range.clone()].copy_from_slice(&number.to_le_bytes());
        self.states[range].copy_from_slice(&[16, 17, 18, 19, 20, 21, 22, 23]);
    }

    /// One byte with its state.
    pub fn store_byte(&mut self, offset: u32, byte: u8, state: u8) {
        self.bytes[offset as usize] = byte;
        self.states[offset as usize] = state;
    }

    /// What is known of each bit of a byte.
    #[inline]
    pub fn known_bits(&self, offset: u32) -> KnownBits {
        match self.states[offset as usize] {
            state::PARTIAL => self.partial.get(offset as usize).copied().unwrap_or_default(),
            state => KnownBits::of(state),
        }
    }

    /// Bits of a byte become unspecified.
    pub fn open_bits(&mut self, offset: u32, mask: u8) {
        let (byte, known) = (self.bytes[offset as usize], self.known_bits(offset));
        self.store_partly(offset, byte, known.opened(mask));
    }

    /// One byte of which not every bit need have a value.
    #[inline]
    pub fn store_partly(&mut self, offset: u32, byte: u8, known: KnownBits) {
        let state = known.state();
        if state == state::PARTIAL {
            self.partial.resize(self.bytes.len(), KnownBits::default());
            self.partial[offset as usize] = known;
        }
        self.store_byte(offset, byte, state);
    }

    /// Gives every byte of the range one state; contents stay.
    pub fn set_state(&mut self, range: Range<u32>, state: u8) {
        self.states[range.start as usize..range.end as usize].fill(state);
    }

    pub fn fill(&mut self, range: Range<u32>, byte: u8) {
        self.bytes[range.start as usize..range.end as usize].fill(byte);
        self.set_state(range, state::INIT);
    }

    /// Takes out a copy of the range.
    pub fn copy_out(&self, range: Range<u32>, chunk: &mut Chunk) {
        chunk.bytes.clear();
        chunk.states.clear();
        chunk.types.clear();
        chunk.partial.clear();
        chunk.bytes.extend_from_slice(self.bytes(range.clone()));
        chunk.states.extend_from_slice(self.states(range.clone()));
        if !self.types.is_empty() {
            let range = range.start as usize..range.end as usize;
            chunk.types.extend_from_slice(&self.types[range]);
        }
        if !self.partial.is_empty() {
            let range = range.start as usize..range.end as usize;
            chunk.partial.extend_from_slice(&self.partial[range]);
        }
    }

    /// Puts a copy down at `offset`, bytes and states.
    pub fn paste(&mut self, offset: u32, chunk: &Chunk) {
        let range = offset as usize..offset as usize + chunk.bytes.len();
        self.bytes[range.clone()].copy_from_slice(&chunk.bytes);
        self.states[range.clone()].copy_from_slice(&chunk.states);
        if !chunk.partial.is_empty() {
            self.partial.resize(self.bytes.len(), KnownBits::default());
            self.partial[range].copy_from_slice(&chunk.partial);
        }
    }

    /// The effective types of a range, if bytes have their own.
    pub fn types(&self, range: Range<u32>) -> Option<&[u16]> {
        self.types.get(range.start as usize..range.end as usize)
    }

    pub fn set_types(&mut self, range: Range<u32>, ty: u16) {
        if let Some(types) = self.types.get_mut(range.start as usize..range.end as usize) {
            types.fill(ty);
        }
    }

    pub fn set_types_from(&mut self, offset: u32, types: &[u16]) {
        let range = offset as usize..offset as usize + types.len();
        if let Some(own) = self.types.get_mut(range) {
            own.copy_from_slice(types);
        }
    }
}

/// Bytes on their way from one place to another.
#[derive(Clone, Debug, Default)]
pub struct Chunk {
    pub bytes: Vec<u8>,
    pub states: Vec<u8>,
    pub types: Vec<u16>,
    partial: Vec<KnownBits>,
}

impl Chunk {
    /// Bits of a byte become unspecified.
    pub fn open_bits(&mut self, at: usize, mask: u8) {
        let known = match self.states[at] {
            state::PARTIAL => self.partial.get(at).copied().unwrap_or_default(),
            state => KnownBits::of(state),
        };
        let known = known.opened(mask);
        self.states[at] = known.state();
        if self.states[at] == state::PARTIAL {
            self.partial.resize(self.bytes.len(), KnownBits::default());
            self.partial[at] = known;
        }
    }
}

fn little_endian(bytes: &[u8]) -> u128 {
    let mut word = [0; 16];
    word[..bytes.len()].copy_from_slice(bytes);
    u128::from_le_bytes(word)
}
