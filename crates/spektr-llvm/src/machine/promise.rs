//! What a function promises of the pointers that it gets: not to keep them, and to write what
//! lies behind them before it looks at it. LangRef, "Pointer Capture" and "Parameter
//! Attributes".

use super::frame::Frame;
use super::memory::byte::Shadow;
use super::memory::{Access, ObjectId, Origin, Right};
use super::run::Machine;
use super::stop::{Step, Undefined, Unspecified};
use super::value::{Pointer, Tag, Value};
use crate::syntax::{Argument, Attribute, Call, CaptureParts, Flag};

/// A pointer that a function may not keep.
#[derive(Clone, Copy, Debug)]
pub struct Borrowed {
    pub tag: Tag,
    /// Whether it may return it.
    pub returnable: bool,
}

/// Bytes that a function is to initialize.
#[derive(Clone, Debug)]
pub struct Initialized {
    pub tag: Tag,
    pub object: ObjectId,
    /// Offset in the object of the first of them.
    pub start: u64,
    /// Which of them were written.
    pub written: Vec<bool>,
}

/// More bytes than this are not watched.
const WATCHED: u64 = 1 << 12;

impl<'m> Machine<'_, 'm> {
    /// The pointer that a callee gets, and what it promises of it.
    pub fn promised(
        &mut self,
        value: Value,
        attributes: &[&Attribute],
        frame: &mut Frame<'m>,
    ) -> Value {
        let Value::Pointer(pointer) = value else { return value };
        let Some(right) = self.memory.right(pointer.tag).copied() else { return value };
        let ranges = attributes.iter().find_map(|it| match it {
            Attribute::Initializes(ranges) => Some(ranges),
            _ => None,
        });
        let returnable = attributes.iter().copied().find_map(keeps);
        if ranges.is_none() && returnable.is_none() {
            return value;
        }
        let tag = self.memory.grant(Right { parent: pointer.tag, ..right });
        frame.granted.push(tag);
        frame.borrowed.extend(returnable.map(|returnable| Borrowed { tag, returnable }));
        let base = pointer.address.wrapping_sub(self.memory.object(right.object).address);
        for &(low, high) in ranges.into_iter().flatten() {
            let (start, length) = (base.wrapping_add_signed(low), high.abs_diff(low));
            if length <= WATCHED {
                let written = vec![false; length as usize];
                frame.initialized.push(Initialized { tag, object: right.object, start, written });
            }
        }
        Value::Pointer(Pointer { tag, address: pointer.address })
    }

    /// LangRef, "Parameter Attributes", `dead_on_unwind`: what was written through the pointer is
    /// poison once an exception has left the call. What lies behind it is not decided then.
    pub fn dead_on_unwind<'a>(
        &mut self,
        arguments: &[Value],
        declared: &'a [Vec<Attribute>],
        call: Option<&'a Call>,
    ) {
        if !self.side.is_free() {
            return;
        }
        for (at, value) in arguments.iter().enumerate() {
            let here =
                call.and_then(|call| call.args.get(at)).map_or(&[][..], Argument::attributes);
            let mut all = declared.get(at).into_iter().flatten().chain(here);
            let Value::Pointer(pointer) = value else { continue };
            let dead = all.any(|it| it.is(Flag::DeadOnUnwind));
            let Some(id) = self.memory.object_of(pointer.tag).filter(|_| dead) else { continue };
            let object = self.memory.object(id);
            let (offset, size) = (pointer.address.wrapping_sub(object.address), object.size());
            if offset < size && !object.constant {
                let unknown = Shadow { unknown: Some(Unspecified::Attribute), ..Shadow::KNOWN };
                let (offset, length) = (offset as usize, (size - offset) as usize);
                self.memory.bytes_mut(id).fill(offset, length, 0, unknown);
            }
        }
    }

    /// Whether a pointer was derived from one with this tag.
    pub fn is_based_on(&self, pointer: Tag, on: Tag) -> bool {
        let mut tag = pointer;
        while tag != on {
            match self.memory.right(tag) {
                Some(right) => tag = right.parent,
                None => return false,
            }
        }
        true
    }

    /// LangRef, "Parameter Attributes", `initializes`: bytes that were not written yet are
    /// poison to whoever reads them through the parameter. Such a read is not decided before,
    /// and nothing is held against it after.
    pub fn initializes(&mut self, pointer: Pointer, size: u64, access: Access) -> Step<()> {
        let Some(object) = self.memory.object_of(pointer.tag) else { return Ok(()) };
        let offset = pointer.address.wrapping_sub(self.memory.object(object).address);
        let depth = self.callers.len() + 1;
        for at in 0..depth {
            let count = self.frame_at(at).initialized.len();
            for promise in 0..count {
                let it = &self.frame_at(at).initialized[promise];
                let (tag, start, length) = (it.tag, it.start, it.written.len() as u64);
                let first = offset.max(start);
                let end = offset.saturating_add(size).min(start.saturating_add(length));
                if it.object != object || first >= end || !self.is_based_on(pointer.tag, tag) {
                    continue;
                }
                let range = (first - start) as usize..(end - start) as usize;
                match access {
                    Access::Write => {
                        self.frame_at_mut(at).initialized[promise].written[range].fill(true);
                    }
                    Access::Read => {
                        let it = &self.frame_at(at).initialized[promise];
                        if self.side.is_free() && it.written[range].iter().any(|done| !done) {
                            return Err(Unspecified::Attribute.into());
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn frame_at(&self, at: usize) -> &Frame<'m> {
        self.callers.get(at).unwrap_or(&self.frame)
    }

    fn frame_at_mut(&mut self, at: usize) -> &mut Frame<'m> {
        self.callers.get_mut(at).unwrap_or(&mut self.frame)
    }

    /// A function returns: what it promised to write and did not is undef, and what it promised
    /// not to keep must lie nowhere that outlives it.
    pub fn promises_kept(&mut self, returned: Option<&Value>) -> Step<()> {
        for promise in std::mem::take(&mut self.frame.initialized) {
            for (at, _) in promise.written.iter().enumerate().filter(|(_, done)| !**done) {
                let at = promise.start as usize + at;
                if at >= self.memory.object(promise.object).bytes.len() {
                    return Err(Undefined::OutOfBounds.into());
                }
                self.memory.bytes_mut(promise.object).write(at, 0, Shadow::UNDEF);
            }
        }
        for borrowed in std::mem::take(&mut self.frame.borrowed) {
            let through_result =
                !borrowed.returnable && returned.is_some_and(|it| self.holds(it, borrowed.tag));
            if through_result {
                return Err(Undefined::Captured.into());
            }
            self.kept_nowhere(borrowed.tag)?;
        }
        Ok(())
    }

    fn holds(&self, value: &Value, tag: Tag) -> bool {
        match value {
            Value::Pointer(pointer) => self.is_based_on(pointer.tag, tag),
            Value::List(values) => values.iter().any(|it| self.holds(it, tag)),
            _ => false,
        }
    }

    /// A pointer must not lie in memory that others can look at. Where poison lay before, anything
    /// may: that it is just this pointer is not held against the side after.
    fn kept_nowhere(&self, tag: Tag) -> Step<()> {
        let outliving = self.memory.objects().filter(|(_, object)| {
            let outlives = match object.origin {
                Origin::Stack(number) => number < self.frame.number,
                Origin::Function => false,
                Origin::Heap => object.escaped,
                Origin::Global { .. } | Origin::Outside => true,
            };
            outlives && object.life == super::memory::Life::Live
        });
        for (_, object) in outliving {
            let mut kept = object.bytes.pointers().filter(|it| self.is_based_on(it.1, tag));
            if let Some((at, _)) = kept.next() {
                return Err(match self.was_open(object.address + at as u64) {
                    true => Unspecified::Attribute.into(),
                    false => Undefined::Captured.into(),
                });
            }
        }
        Ok(())
    }

    /// Whether the other run left poison or undef at an address.
    fn was_open(&self, address: u64) -> bool {
        let Some(before) = self.world.reference.map(|it| it.memory) else { return false };
        let object = before.at_address(address).map(|id| before.object(id));
        object.is_some_and(|object| {
            let shadow = object.bytes.shadow((address - object.address) as usize);
            shadow.poison != 0 || shadow.undef != 0
        })
    }
}

/// Whether a parameter's provenance is not kept; and if so, whether it may be returned.
fn keeps(attribute: &Attribute) -> Option<bool> {
    match attribute {
        Attribute::Flag(Flag::NoCapture) => Some(false),
        Attribute::Captures(captures) => {
            let nothing = captures.other.0 & CaptureParts::PROVENANCE.0 == 0;
            nothing.then_some(captures.result.0 & CaptureParts::PROVENANCE.0 != 0)
        }
        _ => None,
    }
}
