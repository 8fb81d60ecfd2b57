//! Storage markers on paths that run and on decoys. A local with any marker starts dead, so
//! only locals that were declared with markers ever get more of them.

use super::generator::Generator;
use crate::syntax::{Local, StatementKind};

impl Generator {
    /// A marked local that is live, declared at this loop nesting and free to go.
    fn disposable(&mut self) -> Option<Local> {
        let count = self.draft().marked.len();
        for _ in 0..6 {
            let local = Local(self.entropy.index(count) as u32);
            if !self.draft().marked[local.index()] {
                continue;
            }
            if self.decoy {
                return Some(local);
            }
            let state = self.scene().state(local);
            if !state.off
                && state.depth == self.scene().depth()
                && state.relied < state.depth.max(1)
            {
                return Some(local);
            }
        }
        None
    }

    /// Ends the storage of a local; its pointers dangle from here on.
    pub fn make_storage_dead(&mut self) -> bool {
        let Some(local) = self.disposable() else { return false };
        // Something unread would be lost.
        let waiting =
            |(place, _): &(crate::syntax::Place, _)| place.local == local && !place.is_indirect();
        if !self.decoy && self.scene().fresh.iter().any(waiting) {
            return false;
        }
        if !self.statement(StatementKind::StorageDead(local)) {
            return false;
        }
        if !self.decoy {
            self.scene_mut().state_mut(local).off = true;
        }
        true
    }

    /// Gives a dead local new, empty storage.
    pub fn make_storage_live(&mut self) -> bool {
        let count = self.draft().marked.len();
        for _ in 0..6 {
            let local = Local(self.entropy.index(count) as u32);
            if !self.draft().marked[local.index()] {
                continue;
            }
            let state = *self.scene().state(local);
            let again = state.off && state.depth == self.scene().depth();
            if !self.decoy && !again {
                continue;
            }
            let live = self.statement(StatementKind::StorageLive(local));
            if live && !self.decoy {
                let state = self.scene_mut().state_mut(local);
                state.off = false;
                state.written = false;
                state.stale = 0;
            }
            return live;
        }
        false
    }

    /// Ends the storage of what was declared inside the loop that closes here, so that the
    /// next iteration may begin it again.
    pub fn end_loop_storage(&mut self) {
        let depth = self.scene().depth();
        for index in 0..self.scene().locals.len() {
            let local = Local(index as u32);
            let state = *self.scene().state(local);
            if self.draft().marked[index]
                && !state.off
                && state.depth >= depth
                && self.statement(StatementKind::StorageDead(local))
            {
                self.scene_mut().state_mut(local).off = true;
            }
        }
    }
}
