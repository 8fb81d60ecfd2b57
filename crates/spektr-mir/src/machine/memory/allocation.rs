//! One allocation: its bytes, what is known of each, and the pointers stored in it.
//! All offsets are in bounds here; who may access what is decided by the caller.

use std::ops::Range;
use std::sync::Arc;

use spektr_memory::{Bytes, Slot};

use crate::borrow::{Permission, Tree};
use crate::machine::value::{Pointer, Scalar};
use crate::syntax::{ConstId, FnId, Local, StaticId};

use super::siblings::{Mirrored, Siblings};

/// What is known of a byte.
pub mod state {
    pub use spektr_memory::state::{FRAGMENT, INIT, OWN, POINTER, UNINIT};

    /// A value that the language leaves open.
    pub const OPEN: u8 = OWN;
    /// 0 or 1, and the language leaves open which.
    pub const OPEN_BOOL: u8 = OWN + 1;
    /// Storage of a variant or union field that is not the active one.
    pub const SHADOWED: u8 = OWN + 2;
    /// The bytes but the first of a NaN whose sign and payload are open.
    pub const NAN_REST: u8 = OWN + 3;
    /// In the active variant, but holding whatever its storage held before.
    pub const LEFTOVER: u8 = OWN + 4;
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
    pub size: u32,
    pub align: u32,
    pub owner: Owner,
    pub writable: bool,
    /// Whether Miri would hold this local in memory rather than as a bare value; only
    /// then does moving it into a call leave it uninitialised.
    pub in_memory: bool,
    /// Where in it fields share storage, if any do.
    pub siblings: Option<Arc<Siblings>>,
    /// Bytes whose borrow state may be stricter than it is, because they may or may not be
    /// the same as those of a sibling. Ascending and disjoint.
    doubtful: Vec<Range<u32>>,
    /// Made at the first borrow: before, only the owner itself can reach the memory.
    pub borrows: Option<Box<Tree>>,
    /// Whether any byte was ever `SHADOWED` or `LEFTOVER`.
    shares_storage: bool,
    contents: Bytes<Target>,
}

/// What a stored pointer points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Memory(Pointer),
    Function(FnId),
}

impl Target {
    fn scalar(self) -> Scalar {
        match self {
            Target::Memory(pointer) => Scalar::Pointer(pointer),
            Target::Function(function) => Scalar::Function(function),
        }
    }
}

/// What an allocation is made from.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    pub size: u32,
    pub align: u32,
    pub owner: Owner,
}

impl Order {
    /// Bytes, and a share of what keeps them.
    pub fn footprint(&self) -> u64 {
        u64::from(self.size) + 64
    }
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
    contents: spektr_memory::Chunk<Target>,
    shares_storage: bool,
}

/// The bytes of a pointer.
const POINTER_SIZE: u8 = 8;

impl Slot for Allocation {
    type Order = Order;

    fn make(Order { size, align, owner }: Order) -> Allocation {
        Allocation {
            size,
            align,
            owner,
            writable: true,
            in_memory: false,
            siblings: None,
            doubtful: Vec::new(),
            borrows: None,
            shares_storage: false,
            contents: Bytes::new(size),
        }
    }

    fn reuse(&mut self, Order { size, align, owner }: Order) {
        self.size = size;
        self.align = align;
        self.owner = owner;
        self.writable = true;
        self.in_memory = false;
        self.siblings = None;
        self.doubtful.clear();
        self.borrows = None;
        self.shares_storage = false;
        self.contents.reset(size);
    }

    fn kill(&mut self) {
        self.borrows = None;
        self.contents.kill();
        self.size = 0;
    }

    fn footprint(&self) -> u64 {
        Order { size: self.size, align: self.align, owner: self.owner }.footprint()
    }
}

impl Allocation {
    #[inline]
    pub fn states(&self, range: Range<u32>) -> &[u8] {
        self.contents.states(range)
    }

    #[inline]
    pub fn bytes(&self, range: Range<u32>) -> &[u8] {
        self.contents.bytes(range)
    }

    /// What an access to the range reaches beside it.
    pub fn mirrored(&self, range: &Range<u32>) -> Vec<Mirrored> {
        self.siblings.as_ref().map_or_else(Vec::new, |siblings| siblings.mirrored(range))
    }

    /// The parts of a reborrow with those that share their storage, which become doubtful
    /// where it is open whether they do. Empty if there are none.
    pub fn with_siblings(
        &mut self,
        parts: &[(Range<u32>, Permission)],
    ) -> Vec<(Range<u32>, Permission)> {
        let [(first, _), ..] = parts else { return Vec::new() };
        let end = parts.last().map_or(first.end, |(last, _)| last.end);
        let mirrored = self.mirrored(&(first.start..end));
        if mirrored.is_empty() {
            return Vec::new();
        }
        // The strictest of its permissions, should the pointee have several.
        let cell = |permission: &Permission| *permission == Permission::Cell;
        let strictest = parts.iter().map(|part| part.1).find(|p| !cell(p)).unwrap_or(parts[0].1);
        let mut all = parts.to_vec();
        for Mirrored { range, certain } in mirrored {
            if !certain {
                self.doubt(range.clone());
            }
            all.push((range, strictest));
        }
        all.sort_by_key(|(range, _)| range.start);
        all
    }

    /// Whether what the borrow tree says of a byte may be too strict.
    pub fn is_doubtful(&self, offset: u32) -> bool {
        self.doubtful.iter().any(|range| range.contains(&offset))
    }

    pub fn doubt(&mut self, range: Range<u32>) {
        let first = self.doubtful.partition_point(|known| known.end < range.start);
        let touching = |known: &Range<u32>| known.start <= range.end;
        let last = first + self.doubtful[first..].iter().take_while(|k| touching(k)).count();
        let start = self.doubtful[first..last].first().map_or(range.start, |k| k.start);
        let end = self.doubtful[first..last].last().map_or(range.end, |k| k.end);
        let merged = start.min(range.start)..end.max(range.end);
        self.doubtful.splice(first..last, [merged]);
    }

    /// Every stored pointer to memory, whole or in part.
    pub fn targets(&self) -> impl Iterator<Item = &Pointer> {
        self.contents.pointers().iter().filter_map(|stored| match &stored.pointer {
            Target::Memory(pointer) => Some(pointer),
            Target::Function(_) => None,
        })
    }

    /// The number in `size` (1, 2, 4, 8 or 16) bytes.
    #[inline]
    pub fn load(&self, offset: u32, size: u32) -> Loaded {
        match self.contents.load(offset, size) {
            Some(bits) => Loaded::Bits(bits),
            None => load_doubtful(self.states(offset..offset + size)),
        }
    }

    /// The pointer in 8 bytes.
    #[inline]
    pub fn load_pointer(&self, offset: u32) -> LoadedPointer {
        if let Some(target) = self.contents.pointer_at(offset, POINTER_SIZE) {
            return LoadedPointer::Scalar(target.scalar());
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
        match self.contents.joined_pointer_at(offset, POINTER_SIZE) {
            Some(target) => LoadedPointer::Scalar(target.scalar()),
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
        self.contents.store(offset, size, bits);
    }

    /// A number of which only the size is known.
    pub fn store_open(&mut self, offset: u32, size: u32) {
        self.set_state(offset..offset + size, state::OPEN);
    }

    pub fn store_nan(&mut self, offset: u32, size: u32) {
        self.set_state(offset..offset + size, state::NAN_REST);
        self.contents.states_mut(offset..offset + 1)[0] = state::NAN_START + size as u8;
    }

    /// A pointer with provenance or a function pointer; others are stored as numbers.
    pub fn store_pointer(&mut self, offset: u32, pointer: Scalar) {
        match pointer {
            Scalar::Bits(bits) => self.store(offset, 8, bits),
            Scalar::Indeterminate | Scalar::Nan => self.store_open(offset, 8),
            Scalar::Pointer(pointer) => {
                self.contents.store_pointer(offset, POINTER_SIZE, Target::Memory(pointer));
            }
            Scalar::Function(function) => {
                self.contents.store_pointer(offset, POINTER_SIZE, Target::Function(function));
            }
        }
    }

    /// Gives every byte of the range one state and no content.
    pub fn set_state(&mut self, range: Range<u32>, state: u8) {
        self.shares_storage |= state == state::SHADOWED || state == state::LEFTOVER;
        self.contents.set_state(range, state);
    }

    pub fn set_bytes(&mut self, range: Range<u32>, byte: u8) {
        self.contents.fill(range, byte);
    }

    /// Makes shadowed storage writable again, with whatever is in it.
    pub fn unshadow(&mut self, range: Range<u32>) {
        for state in self.contents.states_mut(range) {
            if *state == state::SHADOWED {
                *state = state::LEFTOVER;
            }
        }
    }

    /// Turns pointer bytes into the open numbers that they are to an integer.
    pub fn expose_pointers(&mut self, range: Range<u32>) {
        if self.contents.pointers().is_empty() {
            return;
        }
        for offset in range {
            let state = self.contents.state(offset);
            if state == state::POINTER || state == state::FRAGMENT {
                self.set_state(offset..offset + 1, state::OPEN);
            }
        }
    }

    /// Takes out a copy of the range.
    pub fn copy_out(&self, range: Range<u32>, chunk: &mut Chunk) {
        chunk.shares_storage = self.shares_storage;
        self.contents.copy_out(range.clone(), &mut chunk.contents);
        self.cut_nans(range, chunk.contents.states_mut());
    }

    /// Halves of two open NaNs make no NaN: what is cut at the edges is merely open.
    fn cut_nans(&self, range: Range<u32>, states: &mut [u8]) {
        for state in states.iter_mut().take_while(|s| **s == state::NAN_REST) {
            *state = state::OPEN;
        }
        let cut = range.end < self.size && self.contents.state(range.end) == state::NAN_REST;
        if !cut {
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
        self.shares_storage |= chunk.shares_storage;
        self.contents.paste(offset, &chunk.contents);
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
