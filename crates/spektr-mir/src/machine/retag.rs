//! References as values: what makes one valid, and the new borrow tag that every typed
//! write of one gives it.

use std::ops::Range;

use crate::borrow::{AccessKind, CallId, Permission, Tag};
use crate::syntax::{Mutability, Ty, TyKind};

use super::Machine;
use super::access::invalid;
use super::place::{Alignment, At, alignment, check_region};
use super::stop::{Invalid, Step, Undefined, Unspecified};
use super::types::Cx;
use super::value::{Pointer, Scalar};

/// What a typed write does to the references in the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retag {
    /// They are reborrowed.
    Plain,
    /// They are arguments: reborrowed, and protected until the call ends.
    Entry,
}

const MAX_SIZE: u64 = i64::MAX as u64;

impl Machine {
    /// A reference is aligned, not null, points to enough living memory of an inhabited
    /// type, and covers at most `isize::MAX` bytes.
    pub(super) fn check_reference(
        &self,
        cx: Cx,
        ty: Ty,
        reference: Scalar,
        pointee: Ty,
        len: u64,
    ) -> Step<u32> {
        let (size, align) = cx.extent(pointee, len);
        let Some(size) = size.filter(|&size| size <= MAX_SIZE) else {
            return Err(invalid(ty, Invalid::ReferenceTooLarge));
        };
        let at = match reference {
            Scalar::Bits(0) => return Err(invalid(ty, Invalid::Null)),
            Scalar::Bits(address) => At::Address(address as u64),
            Scalar::Pointer(pointer) => At::Memory(pointer),
            Scalar::Function(_) => At::Address(u64::from(align)),
            Scalar::Indeterminate | Scalar::Nan => return Err(Unspecified::Address.into()),
        };
        match alignment(at, align) {
            Alignment::Right => {}
            Alignment::Wrong { .. } if self.is_dead(at) => return Err(invalid(ty, Invalid::Freed)),
            Alignment::Wrong { .. } => return Err(invalid(ty, Invalid::MisalignedReference)),
            Alignment::Open => return Err(Unspecified::Alignment.into()),
        }
        if size > 0 {
            self.check_dereferenceable(cx, ty, at, pointee, size)?;
        }
        if cx.table.layouts.get(pointee).is_some_and(|layout| !layout.inhabited) {
            return Err(invalid(ty, Invalid::Uninhabited));
        }
        Ok(size as u32)
    }

    fn is_dead(&self, at: At) -> bool {
        matches!(at, At::Memory(pointer) if self.memory.get(pointer.alloc).is_err())
    }

    fn check_dereferenceable(&self, cx: Cx, ty: Ty, at: At, pointee: Ty, size: u64) -> Step<()> {
        let At::Memory(pointer) = at else {
            return Err(invalid(ty, Invalid::DanglingReference));
        };
        if self.memory.get(pointer.alloc).is_err() {
            return Err(invalid(ty, Invalid::Freed));
        }
        match cx.kind(pointee) {
            TyKind::Slice(element) => check_region(cx, &pointer, cx.layout(*element))?,
            TyKind::Str => {}
            _ => check_region(cx, &pointer, cx.layout(pointee))?,
        }
        match self.memory.reach(&pointer, size) {
            Ok(_) => Ok(()),
            Err(stop) => Err(match *stop {
                super::stop::Stop::Undefined(Undefined::OutOfBounds { .. }) => {
                    invalid(ty, Invalid::Beyond)
                }
                other => Box::new(other),
            }),
        }
    }

    /// Gives a valid reference a tag of its own, derived from the old one.
    pub(super) fn reborrow(
        &mut self,
        cx: Cx,
        mutability: Mutability,
        pointer: Pointer,
        pointee: Ty,
        size: u32,
        retag: Retag,
    ) -> Step<Pointer> {
        if self.memory.get(pointer.alloc).is_err() {
            // Only a zero-sized reference gets here: there are no bytes to track.
            return Ok(pointer);
        }
        let entry = retag == Retag::Entry;
        let frozen = permission(mutability, true, entry);
        let unfrozen = permission(mutability, false, entry);
        let protector = entry.then(|| CallId(self.stack.top().call));
        let start = pointer.offset as u32;
        let cells = cells(cx, pointee);
        let tag = match cells {
            _ if size == 0 => {
                let outside = if cells.is_some() { unfrozen } else { frozen };
                self.memory.reborrow(&pointer, &[], outside, protector)?
            }
            None => {
                let parts = [(start..start + size, frozen)];
                self.memory.reborrow(&pointer, &parts, frozen, protector)?
            }
            Some(ref cells) => {
                let parts = split(start, size, cells, (frozen, unfrozen));
                self.memory.reborrow(&pointer, &parts, unfrozen, protector)?
            }
        };
        let reference = Pointer { tag, ..pointer };
        if entry {
            self.protect(pointer, tag);
            if self.switches.implicit_writes && mutability == Mutability::Mut {
                self.memory.note(&reference, AccessKind::Write, start..start + size)?;
            }
        }
        Ok(reference)
    }

    /// The same pointer, not for writing; where cells are, it stays as it is.
    pub(super) fn read_only(&mut self, cx: Cx, pointer: Pointer, pointee: Ty) -> Step<Pointer> {
        if self.memory.get(pointer.alloc).is_err() || cells(cx, pointee).is_some() {
            return Ok(pointer);
        }
        let tag = self.memory.reborrow(&pointer, &[], Permission::ReadOnly, None)?;
        Ok(Pointer { tag, ..pointer })
    }

    /// Remembers a tag that the running call protects.
    pub(super) fn protect(&mut self, pointer: Pointer, tag: Tag) {
        self.stack.top_mut().protected.push((pointer.alloc, tag));
    }
}

/// Where a type is interior mutable.
struct Cells<'a> {
    /// Bytes inside cells.
    inside: &'a [Range<u32>],
    /// Bytes that values use, if not all.
    used: Option<&'a [Range<u32>]>,
    /// After so many bytes it starts again.
    stride: u32,
}

/// None if the pointee has no interior mutability.
fn cells(cx: Cx, pointee: Ty) -> Option<Cells> {
    let ty = match cx.kind(pointee) {
        TyKind::Str => return None,
        TyKind::Slice(element) => *element,
        _ => pointee,
    };
    let layout = cx.layout(ty);
    let used = cx.facts(ty).data.as_deref();
    (!layout.freeze()).then_some(Cells { inside: &layout.cells, used, stride: layout.size })
}

fn permission(mutability: Mutability, frozen: bool, protected: bool) -> Permission {
    match mutability {
        Mutability::Mut => Permission::of_mutable(frozen, protected),
        Mutability::Not => Permission::of_shared(frozen),
    }
}

/// The pointee cut into parts inside and outside cells. Bytes that no value uses belong to
/// the part before them: they must not forbid what the parts allow.
fn split(
    start: u32,
    size: u32,
    cells: &Cells,
    (frozen, unfrozen): (Permission, Permission),
) -> Vec<(Range<u32>, Permission)> {
    let mut parts: Vec<(Range<u32>, Permission)> = Vec::new();
    let mut push = |range: Range<u32>, permission| match parts.last_mut() {
        _ if range.is_empty() => {}
        Some(last) if last.1 == permission => last.0.end = range.end,
        _ => parts.push((range, permission)),
    };
    for repetition in 0..size.checked_div(cells.stride).unwrap_or(0) {
        let base = start + repetition * cells.stride;
        let mut position = 0;
        for cell in cells.inside {
            let between = cell.start.max(position);
            let used = is_used(cells.used, position..between);
            push(base + position..base + between, if used { frozen } else { unfrozen });
            push(base + between..base + cell.end, unfrozen);
            position = cell.end;
        }
        let used = is_used(cells.used, position..cells.stride);
        push(base + position..base + cells.stride, if used { frozen } else { unfrozen });
    }
    parts
}

fn is_used(used: Option<&[Range<u32>]>, range: Range<u32>) -> bool {
    match used {
        None => !range.is_empty(),
        Some(used) => used.iter().any(|u| u.start < range.end && range.start < u.end),
    }
}
