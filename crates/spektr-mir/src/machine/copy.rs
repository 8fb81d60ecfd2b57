//! Copying a value from one place to another.

use std::ops::Range;

use crate::layout::Shape;
use crate::syntax::Ty;

use super::Machine;
use super::memory::state;
use super::place::{At, Spot};
use super::retag::Retag;
use super::stop::{Step, Undefined, Unspecified};
use super::types::Cx;
use super::value::AllocId;

impl Machine {
    /// A typed copy: read, write, and make it a value of the destination's type. The two
    /// must not overlap, unless the value is so small that Miri holds it in between.
    pub(super) fn copy(&mut self, cx: Cx, from: &Spot, to: &Spot, retag: Retag) -> Step<()> {
        if is_primitive(&cx.layout(to.ty).shape) && from.ty == to.ty {
            if self.switches.strict_overlap && is_overlap(cx, from, to) {
                return Err(Undefined::Overlap.into());
            }
            let value = self.read(cx, from)?;
            return self.write_with(cx, to, value, retag);
        }
        self.copy_bytes(cx, from, to)?;
        if cx.layout(from.ty).size == 0 {
            // No bytes, but there may be no such value.
            self.validate(cx, self.nothing().alloc, 0, from.ty, retag)?;
            return self.validate(cx, self.nothing().alloc, 0, to.ty, retag);
        }
        let At::Memory(pointer) = to.at else { return Ok(()) };
        if from.ty != to.ty {
            self.validate(cx, pointer.alloc, pointer.offset as u32, from.ty, retag)?;
        }
        self.validate(cx, pointer.alloc, pointer.offset as u32, to.ty, retag)
    }

    /// The copy alone, without making it a value.
    pub(super) fn copy_bytes(&mut self, cx: Cx, from: &Spot, to: &Spot) -> Step<()> {
        let layout = cx.layout(from.ty);
        let source = self.reachable(cx, from, from.ty)?;
        let target = self.reachable(cx, to, to.ty)?;
        if layout.size == 0 {
            return Ok(());
        }
        self.spend_on_bytes(u64::from(layout.size));
        let (allocation, start) = self.memory.read(&source, layout.size)?;
        let in_memory = allocation.in_memory;
        let range = start..start + layout.size;
        let (allocation, offset) = self.memory.write(&target, layout.size)?;
        // What a local holds outside memory is never copied bytewise.
        let immediate = cx.facts(from.ty).immediate || !in_memory;
        allocation.in_memory |= !to.is_local || !immediate || from.ty != to.ty;
        if is_overlap(cx, from, to) {
            let excused = immediate || self.copies_nothing((source.alloc, range.clone()));
            if !excused || self.switches.strict_overlap {
                return Err(Undefined::Overlap.into());
            }
        }
        // From one variant to another: whether they overlap is the layout's affair.
        if source.alloc == target.alloc {
            let written = offset..offset + layout.size;
            let shared = self.memory.get(source.alloc)?.mirrored(&range);
            let meets = |it: &Range<u32>| it.start < written.end && written.start < it.end;
            if shared.iter().any(|beside| meets(&beside.range)) {
                return Err(Unspecified::SharedStorage.into());
            }
        }
        self.memory.copy((source.alloc, range), (target.alloc, offset))
    }

    /// Whether bytes are all uninitialised: Miri then copies none, and sees no overlap.
    pub(super) fn copies_nothing(&self, (alloc, range): (AllocId, Range<u32>)) -> bool {
        !self.switches.strict_overlap
            && self.memory.get(alloc).is_ok_and(|allocation| {
                allocation.states(range).iter().all(|&s| s == state::UNINIT)
            })
    }

    /// Whether values of two types have the same bytes by promise: a transmute is a copy.
    pub(super) fn is_same_memory(&self, cx: Cx, a: Ty, b: Ty) -> bool {
        let (a, b) = (cx.layout(a), cx.layout(b));
        a.size == b.size && a.promised == b.promised && (a.promised || a.element == b.element)
    }
}

/// Whether the type is a number or a pointer.
#[inline]
pub(super) fn is_primitive(shape: &Shape) -> bool {
    matches!(
        shape,
        Shape::Int(_) | Shape::Bool | Shape::Char | Shape::Float(_) | Shape::Thin | Shape::Wide
    )
}

/// Whether two places share memory.
pub(super) fn is_overlap(cx: Cx, a: &Spot, b: &Spot) -> bool {
    let (At::Memory(p), At::Memory(q)) = (a.at, b.at) else { return false };
    let p_end = p.offset + i64::from(cx.layout(a.ty).size);
    let q_end = q.offset + i64::from(cx.layout(b.ty).size);
    p.alloc == q.alloc && p.offset < q_end && q.offset < p_end
}
