//! Looking without touching: what a generator or reducer may ask about the current state.

use crate::layout::Shape;
use crate::syntax::{Place, Program, Ty};

use super::Machine;
use super::access::load;
use super::memory::Owner;
use super::place::{At, whole};
use super::retag::Retag;
use super::stop::Step;
use super::types::Cx;
use super::value::{Immediate, Pointer, Scalar};

/// What is known of a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peek {
    pub ty: Ty,
    /// Whether copying the value would be accepted.
    pub copyable: bool,
    /// Of a primitive that is initialised.
    pub value: Option<Immediate>,
    /// Of an enum that is initialised.
    pub variant: Option<u32>,
    /// Where the place is.
    pub at: Option<PointsTo>,
}

/// What a pointer leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointsTo {
    pub pointer: Pointer,
    /// None if the memory was freed.
    pub owner: Option<Owner>,
    /// The size of the allocation, in virtual bytes.
    pub size: u32,
}

impl Machine {
    /// What is at a place of the running function; an error says why there is no such place.
    pub fn peek(&mut self, program: &Program, place: &Place) -> Step<Peek> {
        let checkpoint = self.checkpoint();
        let result = self.with_cx(program, |machine, cx| machine.look(cx, place));
        self.rollback(checkpoint);
        result
    }

    /// What a pointer value leads to, as far as it leads anywhere.
    pub fn points_to(&self, value: Immediate) -> Option<PointsTo> {
        match value.first() {
            Scalar::Pointer(pointer) => Some(self.describe(pointer)),
            _ => None,
        }
    }

    fn look(&mut self, cx: Cx, place: &Place) -> Step<Peek> {
        let spot = self.place(cx, place)?;
        let layout = cx.table.layouts.get(spot.ty);
        let mut peek = Peek { ty: spot.ty, copyable: false, value: None, variant: None, at: None };
        let At::Memory(pointer) = spot.at else { return Ok(peek) };
        peek.at = Some(self.describe(pointer));
        let Some(layout) = layout else { return Ok(peek) };
        if let Ok(range) = self.memory.reach(&pointer, u64::from(layout.size)) {
            let allocation = self.memory.get(pointer.alloc)?;
            if super::copy::is_primitive(&layout.shape) {
                peek.value = load(allocation, range.start, spot.ty, &layout.shape).ok();
            }
            if let Shape::Enum { .. } = layout.shape {
                peek.variant = self.variant_in(cx, pointer.alloc, range.start, spot.ty).ok();
            }
        }
        let alloc = self.memory.allocate(layout.size, layout.align, Owner::Argument)?;
        let copy = super::place::Spot::sized(At::Memory(whole(alloc, layout)), spot.ty);
        peek.copyable = self.copy(cx, &spot, &copy, Retag::Plain).is_ok();
        Ok(peek)
    }

    fn describe(&self, pointer: Pointer) -> PointsTo {
        match self.memory.get(pointer.alloc) {
            Ok(allocation) => {
                PointsTo { pointer, owner: Some(allocation.owner), size: allocation.size }
            }
            Err(_) => PointsTo { pointer, owner: None, size: 0 },
        }
    }
}
