//! Stack frames, and the way back to an earlier state of them.

use crate::arena::{Mark, Serials};

/// A frame as a machine has it.
pub trait Undo: Clone {
    /// A change small enough to be taken back on its own, without a copy of the frame.
    type Small;

    fn undo(&mut self, small: Self::Small);
}

#[derive(Clone, Debug)]
struct Entry<F> {
    /// The last checkpoint for which this was saved.
    saved: u64,
    frame: F,
}

/// The stack, with the way back to earlier states of it.
#[derive(Clone, Debug)]
pub struct Stack<F: Undo> {
    entries: Vec<Entry<F>>,
    serials: Serials,
    log: Vec<Change<F, F::Small>>,
}

#[derive(Clone, Debug)]
enum Change<F, S> {
    /// The frame on top as it was.
    Changed(Box<Entry<F>>),
    /// A small change of the frame on top.
    Small(S),
    Pushed,
    Popped(Box<Entry<F>>),
}

impl<F: Undo> Default for Stack<F> {
    fn default() -> Stack<F> {
        Stack { entries: Vec::new(), serials: Serials::default(), log: Vec::new() }
    }
}

impl<F: Undo> Stack<F> {
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// From the oldest to the newest.
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = &F> + ExactSizeIterator {
        self.entries.iter().map(|entry| &entry.frame)
    }

    pub fn last(&self) -> Option<&F> {
        self.entries.last().map(|entry| &entry.frame)
    }

    /// The newest frame. There must be one.
    #[inline]
    pub fn top(&self) -> &F {
        &self.entries[self.entries.len() - 1].frame
    }

    /// The newest frame, for any change.
    #[inline]
    pub fn top_mut(&mut self) -> &mut F {
        let index = self.entries.len() - 1;
        let entry = &mut self.entries[index];
        if entry.saved < self.serials.open {
            self.log.push(Change::Changed(Box::new(entry.clone())));
            entry.saved = self.serials.open;
        }
        &mut entry.frame
    }

    /// Makes a small change of the newest frame, and says how to take it back.
    #[inline]
    pub fn change_top(&mut self, change: impl FnOnce(&mut F) -> F::Small) {
        let index = self.entries.len() - 1;
        let entry = &mut self.entries[index];
        let small = change(&mut entry.frame);
        if entry.saved < self.serials.open {
            self.log.push(Change::Small(small));
        }
    }

    pub fn push(&mut self, frame: F) {
        if self.serials.open > 0 {
            self.log.push(Change::Pushed);
        }
        self.entries.push(Entry { saved: self.serials.open, frame });
    }

    pub fn pop(&mut self) -> Option<F> {
        let entry = self.entries.pop()?;
        if self.serials.open > 0 {
            self.log.push(Change::Popped(Box::new(entry.clone())));
        }
        Some(entry.frame)
    }

    /// Starts to keep what is needed to come back to this state.
    pub fn checkpoint(&mut self) -> Mark {
        self.serials.mark(self.log.len())
    }

    /// Comes back to a checkpoint.
    pub fn rollback(&mut self, mark: Mark) {
        for change in self.log.drain(mark.log..).rev() {
            match change {
                // Only ever logged for the frame that was on top, as it is again here.
                Change::Changed(entry) => {
                    self.entries.pop();
                    self.entries.push(*entry);
                }
                Change::Small(small) => {
                    if let Some(entry) = self.entries.last_mut() {
                        entry.frame.undo(small);
                    }
                }
                Change::Pushed => {
                    self.entries.pop();
                }
                Change::Popped(entry) => self.entries.push(*entry),
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
