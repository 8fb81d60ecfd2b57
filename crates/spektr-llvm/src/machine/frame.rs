//! A function's activation: its registers, where it stands and what it owes its caller.

use super::memory::ObjectId;
use super::promise::{Borrowed, Initialized};
use super::value::{Tag, Value};
use crate::syntax::{Attachment, BlockId, Body, Call, Function, GlobalId, MemoryEffects, ValueId};

#[derive(Debug)]
pub struct Frame<'m> {
    pub function: GlobalId,
    pub declared: &'m Function,
    pub body: &'m Body,
    pub values: Vec<Value>,
    pub block: BlockId,
    /// The next instruction of the block.
    pub at: usize,
    /// The block that control came from.
    pub previous: BlockId,
    /// Objects that end with the frame.
    pub allocas: Vec<ObjectId>,
    /// A number that no other frame of the run has.
    pub number: u32,
    /// How the caller made the call; `None` for the function that was run.
    pub origin: Option<CallSite<'m>>,
    pub arguments: Vec<Value>,
    /// Restrictions of the function on memory, if it has any.
    pub effects: Option<MemoryEffects>,
    /// Rights that are restricted as long as the function runs.
    pub granted: Vec<Tag>,
    /// Parameters whose memory nobody else may touch, if it is written, until the end.
    pub alone: Vec<Alone>,
    /// Parameters that the function may not keep.
    pub borrowed: Vec<Borrowed>,
    /// Memory that it is to initialize.
    pub initialized: Vec<Initialized>,
}

/// A `noalias` parameter: what was accessed through it, and what in other ways.
#[derive(Clone, Debug)]
pub struct Alone {
    pub tag: Tag,
    pub object: ObjectId,
    pub through: Vec<Accessed>,
    pub otherwise: Vec<Accessed>,
}

/// Bytes from `start` up to before `end`.
#[derive(Clone, Copy, Debug)]
pub struct Accessed {
    pub start: u64,
    pub end: u64,
    pub written: bool,
}

impl Accessed {
    pub fn conflicts(&self, other: &Accessed) -> bool {
        (self.written || other.written) && self.start < other.end && other.start < self.end
    }

    /// Takes another access in, if both together are one range of bytes.
    pub fn join(&mut self, other: &Accessed) -> bool {
        let one =
            self.written == other.written && self.start <= other.end && other.start <= self.end;
        if one {
            (self.start, self.end) = (self.start.min(other.start), self.end.max(other.end));
        }
        one
    }
}

/// The call that a frame answers.
#[derive(Clone, Copy, Debug)]
pub struct CallSite<'m> {
    pub call: &'m Call,
    pub result: Option<ValueId>,
    pub metadata: &'m [Attachment],
    /// Where an `invoke` goes on.
    pub invoke: Option<(BlockId, BlockId)>,
}

/// Where control goes after an instruction.
#[derive(Clone, Debug, PartialEq)]
pub enum Flow {
    Next,
    Jump(BlockId),
    /// The active frame has changed.
    Entered,
    /// The function that was run is done.
    Done(Option<Value>),
}
