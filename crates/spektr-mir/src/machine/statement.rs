//! Statements other than what is on the right of an assignment.

use crate::syntax::{Local, Statement, StatementKind};

use super::Machine;
use super::frame::{LocalSlot, set_local};
use super::stop::{Step, Undefined};
use super::types::Cx;

impl Machine {
    #[inline]
    pub(super) fn statement(&mut self, cx: Cx, statement: &Statement) -> Step<()> {
        match &statement.kind {
            StatementKind::Assign(place, rvalue) => self.assign(cx, place, rvalue),
            StatementKind::StorageLive(local) => self.storage_live(*local),
            StatementKind::StorageDead(local) => self.storage_dead(*local),
            StatementKind::SetDiscriminant(place, variant) => {
                let spot = self.place(cx, place)?;
                if spot.through_shared {
                    self.claim(cx, place, false)?;
                }
                self.set_variant(cx, &spot, *variant)
            }
            // What is assumed must hold.
            StatementKind::Assume(operand) => match self.known_operand(cx, operand)? {
                0 => Err(Undefined::Assumption.into()),
                _ => Ok(()),
            },
        }
    }

    /// `StorageLive`: fresh memory; what a live local had before is freed.
    fn storage_live(&mut self, local: Local) -> Step<()> {
        self.replace_storage(local, LocalSlot::Fresh)
    }

    /// `StorageDead`: the memory is freed; of a dead local, nothing happens.
    fn storage_dead(&mut self, local: Local) -> Step<()> {
        self.replace_storage(local, LocalSlot::Dead)
    }

    fn replace_storage(&mut self, local: Local, new: LocalSlot) -> Step<()> {
        match set_local(&mut self.stack, local, new) {
            LocalSlot::Live(alloc) => self.memory.free(alloc),
            LocalSlot::Fresh | LocalSlot::Dead => Ok(()),
        }
    }
}
