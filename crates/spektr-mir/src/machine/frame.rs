//! Stack frames: where a call stands, where its locals are, and what happens at its end.

use crate::borrow::Tag;
use crate::syntax::{BlockId, FnId, Local, Unwind};

use super::glue::Glue;
use super::memory::Memory;
use super::place::Spot;
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
    /// The last checkpoint for which this was saved.
    saved: u64,
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
            saved: 0,
        }
    }
}

/// The stack, with the way back to earlier states of it.
#[derive(Clone, Debug, Default)]
pub struct Stack {
    frames: Vec<Frame>,
    serial: u64,
    log: Vec<Undo>,
}

#[derive(Clone, Debug)]
enum Undo {
    /// The frame on top as it was.
    Changed(Box<Frame>),
    /// A local of the frame on top as it was.
    Local(Local, LocalSlot),
    /// Where the frame on top stood.
    At(BlockId, u32),
    Pushed,
    Popped(Box<Frame>),
}

impl Stack {
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The running call. There is one whenever a step is taken.
    #[inline]
    pub fn top(&self) -> &Frame {
        &self.frames[self.frames.len() - 1]
    }

    #[inline]
    pub fn top_mut(&mut self) -> &mut Frame {
        let index = self.frames.len() - 1;
        let frame = &mut self.frames[index];
        if frame.saved < self.serial {
            self.log.push(Undo::Changed(Box::new(frame.clone())));
            frame.saved = self.serial;
        }
        frame
    }

    /// Changes a local of the running call; what it was before.
    #[inline]
    pub fn set_local(&mut self, local: Local, slot: LocalSlot) -> LocalSlot {
        let index = self.frames.len() - 1;
        let frame = &mut self.frames[index];
        let old = std::mem::replace(&mut frame.locals[local.index()], slot);
        if frame.saved < self.serial {
            self.log.push(Undo::Local(local, old));
        }
        old
    }

    /// Moves the running call to a statement of a block.
    #[inline]
    pub fn move_to(&mut self, block: BlockId, statement: u32) {
        let index = self.frames.len() - 1;
        let frame = &mut self.frames[index];
        if frame.saved < self.serial {
            self.log.push(Undo::At(frame.block, frame.statement));
        }
        frame.block = block;
        frame.statement = statement;
    }

    pub fn push(&mut self, mut frame: Frame) {
        frame.saved = self.serial;
        if self.serial > 0 {
            self.log.push(Undo::Pushed);
        }
        self.frames.push(frame);
    }

    pub fn pop(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        if self.serial > 0 {
            self.log.push(Undo::Popped(Box::new(frame.clone())));
        }
        Some(frame)
    }

    pub fn checkpoint(&mut self, serial: u64) -> usize {
        self.serial = serial;
        self.log.len()
    }

    pub fn rollback(&mut self, mark: usize, serial: u64) {
        for undo in self.log.drain(mark..).rev() {
            match undo {
                // Only ever logged for the frame that was on top, as it is again here.
                Undo::Changed(frame) => {
                    self.frames.pop();
                    self.frames.push(*frame);
                }
                Undo::Local(local, slot) => {
                    if let Some(frame) = self.frames.last_mut() {
                        frame.locals[local.index()] = slot;
                    }
                }
                Undo::At(block, statement) => {
                    if let Some(frame) = self.frames.last_mut() {
                        frame.block = block;
                        frame.statement = statement;
                    }
                }
                Undo::Pushed => {
                    self.frames.pop();
                }
                Undo::Popped(frame) => self.frames.push(*frame),
            }
        }
        self.serial = serial;
    }

    pub fn commit(&mut self, serial: u64) {
        self.serial = serial;
        if serial == 0 {
            self.log.clear();
        }
    }

    /// Frees the locals of a finished call.
    pub fn free_locals(memory: &mut Memory, frame: &Frame) -> super::stop::Step<()> {
        for slot in &frame.locals {
            if let LocalSlot::Live(alloc) = *slot {
                memory.free(alloc)?;
            }
        }
        Ok(())
    }
}
