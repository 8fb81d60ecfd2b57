//! `restrict` (6.7.3.1), per activation of the block that declares the pointer, or for the whole
//! program at file scope: an object that is modified in that time and accessed through the
//! pointer is accessed through it only.

use super::Machine;
use super::access::{Bytes, Deed};
use super::code::{CONSTANT, Reg};
use super::stop::{Step, Stop, Undefined};
use super::value::{Kind, MOST_BASES, Value};

/// One `restrict` pointer in one execution of its block.
#[derive(Clone, Debug)]
struct Activation {
    frame: u64,
    slot: Reg,
    /// Tells activations apart.
    number: u32,
    /// By the place of the object.
    seen: Vec<Accesses>,
}

/// How the bytes of one object were accessed: bits of [`seen`] for each.
#[derive(Clone, Debug, Default)]
struct Accesses {
    generation: u32,
    bytes: Vec<u8>,
}

impl Activation {
    /// What was seen of bytes of an object so far.
    fn of(&mut self, bytes: &Bytes) -> &mut [u8] {
        let (slot, end) = (bytes.object.slot as usize, (bytes.offset + bytes.size) as usize);
        if self.seen.len() <= slot {
            self.seen.resize_with(slot + 1, Accesses::default);
        }
        let accesses = &mut self.seen[slot];
        if accesses.generation != bytes.object.generation {
            // Another object was here, and is gone.
            accesses.bytes.clear();
            accesses.generation = bytes.object.generation;
        }
        if accesses.bytes.len() < end {
            accesses.bytes.resize(end, 0);
        }
        &mut accesses.bytes[bytes.offset as usize..end]
    }
}

mod seen {
    pub const THROUGH: u8 = 1;
    pub const NOT_THROUGH: u8 = 2;
    pub const MODIFIED: u8 = 4;
    pub const ALL: u8 = 7;
}

/// What a pointer is based on: an activation, and what the pointer it was made from is based on.
#[derive(Clone, Copy, Debug)]
struct Basis {
    activation: u32,
    parent: u32,
}

#[derive(Clone, Debug, Default)]
pub struct Restricts {
    active: Vec<Activation>,
    /// The first is for pointers based on nothing.
    bases: Vec<Basis>,
    activations: u32,
}

impl Restricts {
    pub fn is_active(&self) -> bool {
        !self.active.is_empty()
    }

    fn is_based(&self, basis: u32, activation: u32) -> bool {
        let mut basis = basis;
        while basis != 0 {
            let Some(entry) = self.bases.get(basis as usize - 1) else { return false };
            if entry.activation == activation {
                return true;
            }
            basis = entry.parent;
        }
        false
    }
}

impl Machine {
    /// A `restrict` pointer gets a value.
    pub(super) fn restrict(&mut self, slot: Reg, value: Value) -> Step<Value> {
        if matches!(value.kind(), Kind::Uninit | Kind::Missing) {
            return Err(super::number::no_number(value));
        }
        let Some(mut pointer) = value.pointer() else { return Ok(value) };
        self.check_live(value)?;
        // Frames are numbered from 1: what is of none never ends.
        let is_global = slot & CONSTANT != 0;
        let frame = self.frames.last().filter(|_| !is_global).map_or(0, |frame| frame.serial);
        let known = self
            .restricts
            .active
            .iter()
            .find(|activation| activation.frame == frame && activation.slot == slot)
            .map(|activation| activation.number);
        let number = known.unwrap_or_else(|| {
            self.restricts.activations += 1;
            let number = self.restricts.activations;
            self.restricts.active.push(Activation { frame, slot, number, seen: Vec::new() });
            number
        });
        self.watching = true;
        if self.restricts.is_based(pointer.basis, number) {
            return Ok(value);
        }
        self.restricts.bases.push(Basis { activation: number, parent: pointer.basis });
        let basis = self.restricts.bases.len() as u32;
        if basis > MOST_BASES {
            return Err(Stop::unsupported("so many activations of `restrict` pointers"));
        }
        pointer.basis = basis;
        Ok(pointer.value())
    }

    /// The block of the pointer is left.
    pub(super) fn end_restrict(&mut self, slot: Reg) {
        let frame = self.frames.last().map_or(0, |frame| frame.serial);
        self.restricts
            .active
            .retain(|activation| activation.frame != frame || activation.slot != slot);
        self.watching = self.order.is_active() || self.restricts.is_active();
    }

    /// A function returns.
    pub(super) fn end_restricts_of(&mut self, frame: u64) {
        if self.restricts.is_active() {
            self.restricts.active.retain(|activation| activation.frame != frame);
            self.watching = self.order.is_active() || self.restricts.is_active();
        }
    }

    /// Code was given up: what was active in it is not any more.
    pub(super) fn end_restricts_beyond(&mut self, frame: u64) {
        self.restricts.active.retain(|activation| activation.frame <= frame);
        self.watching = self.restricts.is_active();
    }

    pub(super) fn note_restricted(&mut self, bytes: Bytes, deed: Deed) -> Step<()> {
        for index in 0..self.restricts.active.len() {
            let number = self.restricts.active[index].number;
            let through = self.restricts.is_based(bytes.basis, number);
            let how = if through { seen::THROUGH } else { seen::NOT_THROUGH };
            let what = if deed == Deed::Read { 0 } else { seen::MODIFIED };
            for seen in self.restricts.active[index].of(&bytes) {
                *seen |= how | what;
                if *seen == seen::ALL {
                    return Err(Undefined::Restrict { object: bytes.object }.into());
                }
            }
        }
        Ok(())
    }
}
