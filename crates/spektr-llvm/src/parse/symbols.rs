//! Tables from names to what they mean, for globals, locals and blocks.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use spektr_text::Span;

use super::lex::{Symbol, unescape};
use crate::syntax::{Block, BlockId, Global, Name, Ty, Value, ValueId};

/// A hasher for short names; the tables are never iterated.
#[derive(Default)]
pub struct NameHasher(u64);

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            // A chunk has eight bytes.
            self.write_u64(u64::from_le_bytes(chunk.try_into().unwrap_or_default()));
        }
        let rest = chunks.remainder().iter().fold(1, |sum, &byte| (sum << 8) | u64::from(byte));
        self.write_u64(rest);
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(FACTOR);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

pub type Table<K, V> = HashMap<K, V, BuildHasherDefault<NameHasher>>;

/// A name or number as a key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key<'a> {
    Named(Cow<'a, [u8]>),
    Number(u32),
}

impl<'a> From<Symbol<'a>> for Key<'a> {
    fn from(symbol: Symbol<'a>) -> Key<'a> {
        match symbol {
            Symbol::Named(raw) => Key::Named(unescape(raw)),
            Symbol::Number(number) => Key::Number(number),
        }
    }
}

impl Key<'_> {
    /// This name, or the next number in the place of an empty one.
    pub fn or_number(self, next: u32) -> Self {
        match self {
            Key::Named(name) if name.is_empty() => Key::Number(next),
            key => key,
        }
    }

    pub fn name(&self) -> Option<Name> {
        match self {
            Key::Named(bytes) => Some(Name::new(bytes)),
            Key::Number(_) => None,
        }
    }
}

impl std::fmt::Display for Key<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Key::Named(bytes) => write!(f, "{}", Name::new(bytes)),
            Key::Number(number) => write!(f, "{number}"),
        }
    }
}

/// Globals in the order in which they were first mentioned.
#[derive(Default)]
pub struct Globals<'a> {
    pub table: Table<Key<'a>, u32>,
    pub entries: Vec<GlobalEntry>,
    pub next_number: u32,
    pub defined: u32,
}

pub struct GlobalEntry {
    pub mention: Span,
    pub words: String,
    pub global: Option<Global>,
    /// The function type of the first call, for intrinsics that nobody declares.
    pub called: Option<Ty>,
    /// How many globals were defined before this one.
    pub rank: u32,
}

/// What a local name means.
#[derive(Clone, Copy, Debug)]
pub enum Local {
    Value(ValueId),
    /// Used but not defined so far: a place in [`Locals::forward`].
    Forward(u32),
    /// A block, by the order in which blocks are mentioned.
    Block(u32),
}

/// Registers and blocks of the function that is being read.
#[derive(Default)]
pub struct Locals<'a> {
    pub table: Table<Key<'a>, Local>,
    pub next_number: u32,
    pub values: Vec<Value>,
    pub forward: Vec<Forward>,
    pub blocks: Vec<BlockEntry>,
    /// Blocks in the order of their definitions.
    pub order: Vec<u32>,
    pub done: Vec<Block>,
}

pub struct Forward {
    pub ty: Ty,
    pub span: Span,
    pub resolved: Option<ValueId>,
    pub words: String,
}

pub struct BlockEntry {
    pub span: Span,
    pub defined: Option<BlockId>,
    pub words: String,
}

/// Registers that are not defined yet have ids from here on until their function ends.
pub const FORWARD: u32 = 1 << 31;
