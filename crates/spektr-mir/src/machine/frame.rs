//! Stack frames: where a call stands, where its locals are, and what happens at its end.

use crate::borrow::Tag;
use crate::syntax::{BlockId, FnId, Local, Unwind};

use super::glue::Glue;
use super::memory::Memory;
use super::place::Spot;
use super::stop::Step;
use super::value::AllocId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalSlot {
    Dead,
    /// Live, but nothing was ever written: memory comes with the first use.
    Fresh,
    Live(AllocId),
}

/// What the end of a call leads to.
#[derive(Clone, Copy, Debug)]
pub enum Return {
    /// The bottom of the stack: the end of the program.
    End,
    To {
        destination: Spot,
        target: BlockId,
        unwind: Unwind,
    },
    /// Back to the drop glue in the frame below.
    Glue,
}

#[derive(Clone, Debug)]
pub struct Frame {
    pub function: FnId,
    pub call: u32,
    pub block: BlockId,
    /// The statement that runs next, or runs; past the last one, the terminator.
    pub statement: u32,
    pub locals: Vec<LocalSlot>,
    pub returns: Return,
    /// Tags that this call protects, in the order in which they were made.
    pub protected: Vec<(AllocId, Tag)>,
    /// Set in frames that drop a value piece by piece instead of running a function.
    pub glue: Option<Box<Glue>>,
}

impl Frame {
    pub fn new(function: FnId, call: u32, returns: Return) -> Frame {
        Frame {
            function,
            call,
            block: BlockId(0),
            statement: 0,
            locals: Vec::new(),
            returns,
            protected: Vec::new(),
            glue: None,
        }
    }
}

/// The stack, with the way back to earlier states of it.
pub type Stack = spektr_memory::Stack<Frame>;

/// What changes in a frame all the time.
#[derive(Clone, Copy, Debug)]
pub enum SmallChange {
    /// A local as it was.
    Local(Local, LocalSlot),
    /// Where the frame stood.
    At(BlockId, u32),
}

impl spektr_memory::Undo for Frame {
    type Small = SmallChange;

    fn undo(&mut self, small: SmallChange) {
        match small {
            SmallChange::Local(local, slot) => self.locals[local.index()] = slot,
            SmallChange::At(block, statement) => {
                self.block = block;
                self.statement = statement;
            }
        }
    }
}

/// Changes a local of the running call; what it was before.
#[inline]
pub fn set_local(stack: &mut Stack, local: Local, slot: LocalSlot) -> LocalSlot {
    let mut old = slot;
    stack.change_top(|frame| {
        old = std::mem::replace(&mut frame.locals[local.index()], slot);
        SmallChange::Local(local, old)
    });
    old
}

/// Moves the running call to a statement of a block.
#[inline]
pub fn move_to(stack: &mut Stack, block: BlockId, statement: u32) {
    stack.change_top(|frame| {
        let old = SmallChange::At(frame.block, frame.statement);
        frame.block = block;
        frame.statement = statement;
        old
    });
}

/// Frees the locals of a finished call.
pub fn free_locals(memory: &mut Memory, frame: &Frame) -> Step<()> {
    for slot in &frame.locals {
        if let LocalSlot::Live(alloc) = *slot {
            memory.free(alloc)?;
        }
    }
    Ok(())
}
