//! Dropping and unwinding: values taken apart piece by piece, and frames left in a hurry.

use crate::layout::Shape;
use crate::syntax::{AdtOrigin, BlockId, CoreAdt, Mutability, Place, TyKind, Unwind};

use super::frame::{Frame, Return, free_locals};
use super::operand::Value;
use super::place::{At, Spot};
use super::retag::Retag;
use super::stop::{Step, Undefined};
use super::terminator::Argument;
use super::types::Cx;
use super::value::{Pointer, Scalar};
use super::{Ending, Machine};

/// What is left to drop, innermost first at the end.
#[derive(Clone, Debug)]
pub struct Glue {
    work: Vec<Piece>,
    /// A destructor panicked: the rest is dropped, then unwinding goes on.
    unwinding: bool,
    target: BlockId,
    unwind: Unwind,
}

#[derive(Clone, Copy, Debug)]
enum Piece {
    Value(Spot),
    /// The fields of a value whose own destructor has run.
    Fields(Spot),
    /// The elements of an array from an index on.
    Elements(Spot, u64),
}

impl Machine {
    /// `Drop`: the destructor of the value, then those of its parts. Where there are none
    /// nothing happens, and a local need not even be live.
    pub(super) fn drop_place(
        &mut self,
        cx: Cx,
        place: &Place,
        target: BlockId,
        unwind: Unwind,
    ) -> Step<()> {
        let body = &cx.program.functions[self.stack.top().function.index()];
        if place.projection.is_empty() && !cx.facts(body.locals[place.local.index()].ty).needs_drop
        {
            self.go_to(target);
            return Ok(());
        }
        let spot = self.place(cx, place)?;
        if !cx.facts(spot.ty).needs_drop {
            self.go_to(target);
            return Ok(());
        }
        let At::Memory(pointer) = spot.at else {
            return Err(Undefined::NoProvenance { address: 0 }.into());
        };
        if let Ok(allocation) = self.memory.get_mut(pointer.alloc) {
            allocation.in_memory = true;
        }
        let frame = self.stack.top();
        self.next_call += 1;
        let mut glue_frame = Frame::new(frame.function, self.next_call, Return::Glue);
        (glue_frame.block, glue_frame.statement) = (frame.block, frame.statement);
        self.stack.push(glue_frame);
        // Like a function that takes the value by mutable reference.
        let size = self.check_reference(cx, spot.ty, Scalar::Pointer(pointer), spot.ty, 0)?;
        let pointer = self.reborrow(cx, Mutability::Mut, pointer, spot.ty, size, Retag::Entry)?;
        let work = vec![Piece::Value(Spot { at: At::Memory(pointer), ..spot })];
        let glue = Glue { work, unwinding: false, target, unwind };
        self.stack.top_mut().glue = Some(Box::new(glue));
        Ok(())
    }

    /// One piece of what is left to drop.
    pub(super) fn step_glue(&mut self, cx: Cx) -> Step<()> {
        let Some(glue) = &mut self.stack.top_mut().glue else { return Ok(()) };
        match glue.work.pop() {
            None => self.finish_glue(),
            Some(Piece::Value(spot)) => self.drop_value(cx, spot),
            Some(Piece::Fields(spot)) => self.drop_fields(cx, spot),
            Some(Piece::Elements(spot, index)) => {
                let TyKind::Array(_, count) = cx.kind(spot.ty) else { return Ok(()) };
                if index < *count {
                    let element = self.element(cx, spot, index)?;
                    self.queue(Piece::Elements(spot, index + 1));
                    self.queue(Piece::Value(element));
                }
                Ok(())
            }
        }
    }

    fn queue(&mut self, piece: Piece) {
        if let Some(glue) = &mut self.stack.top_mut().glue {
            glue.work.push(piece);
        }
    }

    fn drop_value(&mut self, cx: Cx, spot: Spot) -> Step<()> {
        if !cx.facts(spot.ty).needs_drop {
            return Ok(());
        }
        match cx.program.types.as_adt(spot.ty) {
            Some(def) => {
                self.queue(Piece::Fields(spot));
                if let Some(function) = def.drop {
                    let reference = self.self_reference(cx, spot)?;
                    return self.enter(cx, function, &[reference], Return::Glue);
                }
            }
            None if matches!(cx.layout(spot.ty).shape, Shape::Array { .. }) => {
                self.queue(Piece::Elements(spot, 0));
            }
            None => self.queue(Piece::Fields(spot)),
        }
        Ok(())
    }

    /// The `&mut self` of a destructor.
    fn self_reference(&self, cx: Cx, spot: Spot) -> Step<Argument> {
        let At::Memory(pointer) = spot.at else {
            return Err(Undefined::NoProvenance { address: 0 }.into());
        };
        let kind = TyKind::Ref(Mutability::Mut, spot.ty);
        // A destructor's own signature names the type.
        let ty = cx.program.types.lookup(&kind).unwrap_or(spot.ty);
        Ok(Argument::Copy(Value::Immediate(Scalar::Pointer(pointer).into(), ty)))
    }

    fn drop_fields(&mut self, cx: Cx, spot: Spot) -> Step<()> {
        let variant = match &cx.layout(spot.ty).shape {
            Shape::Enum { .. } => self.read_variant(cx, &spot)?,
            Shape::Fields(_) => 0,
            _ => return Ok(()),
        };
        let kept = AdtOrigin::Core(CoreAdt::ManuallyDrop);
        if cx.program.types.as_adt(spot.ty).is_some_and(|def| def.origin == kept) {
            return Ok(());
        }
        for field in (0..cx.field_count(spot.ty, variant)).rev() {
            let part = self.field(cx, spot, variant, field)?;
            self.queue(Piece::Value(part));
        }
        Ok(())
    }

    fn finish_glue(&mut self) -> Step<()> {
        self.end_protectors()?;
        let Some(frame) = self.stack.pop() else { return Ok(()) };
        let Some(glue) = frame.glue else { return Ok(()) };
        if glue.unwinding {
            return self.unwind(glue.unwind);
        }
        self.go_to(glue.target);
        Ok(())
    }

    /// Unwinding arrives in the top frame: follow its action, or leave it for its caller's.
    pub(super) fn unwind(&mut self, action: Unwind) -> Step<()> {
        let mut action = action;
        loop {
            match action {
                Unwind::Cleanup(block) => {
                    self.go_to(block);
                    return Ok(());
                }
                Unwind::Unreachable => return Err(Undefined::Unwinding.into()),
                Unwind::Terminate(_) => {
                    self.ending = Some(Ending::Aborted);
                    return Ok(());
                }
                Unwind::Continue => match self.leave_frame()? {
                    Return::End => {
                        self.ending = Some(Ending::Panicked);
                        return Ok(());
                    }
                    Return::To { unwind, .. } => action = unwind,
                    Return::Glue => return self.unwind_into_glue(),
                },
            }
        }
    }

    /// Leaves the top frame without a result.
    fn leave_frame(&mut self) -> Step<Return> {
        self.end_protectors()?;
        let Some(frame) = self.stack.pop() else { return Ok(Return::End) };
        free_locals(&mut self.memory, &frame)?;
        Ok(frame.returns)
    }

    /// A destructor unwound: its siblings still run; a second time is one too many.
    fn unwind_into_glue(&mut self) -> Step<()> {
        if let Some(glue) = &mut self.stack.top_mut().glue {
            if glue.unwinding {
                self.ending = Some(Ending::Aborted);
            } else {
                glue.unwinding = true;
            }
        }
        Ok(())
    }

    /// Pointers that the frames hold outside memory.
    pub(super) fn held_pointers(&self) -> Vec<Pointer> {
        let mut held = Vec::new();
        for frame in self.stack.frames() {
            if let Return::To { destination, .. } = frame.returns
                && let At::Memory(pointer) = destination.at
            {
                held.push(pointer);
            }
            for piece in frame.glue.iter().flat_map(|glue| &glue.work) {
                let (Piece::Value(spot) | Piece::Fields(spot) | Piece::Elements(spot, _)) = piece;
                if let At::Memory(pointer) = spot.at {
                    held.push(pointer);
                }
            }
        }
        held
    }
}
