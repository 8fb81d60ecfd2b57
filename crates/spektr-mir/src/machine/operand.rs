//! Operands: copies, moves and constants.

use crate::syntax::{Const, Mutability, Operand, Ty};

use super::Machine;
use super::memory::state;
use super::place::{At, Spot, whole};
use super::stop::Step;
use super::types::Cx;
use super::value::{Immediate, Scalar};

/// An evaluated operand: a primitive, or where a value is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    Immediate(Immediate, Ty),
    Spot(Spot),
    /// `()`
    Unit,
}

impl Machine {
    /// Finds an operand. What is in memory is not read yet.
    #[inline]
    pub(super) fn operand(&mut self, cx: Cx, operand: &Operand) -> Step<Value> {
        match operand {
            Operand::Copy(place) | Operand::Move(place) => Ok(Value::Spot(self.place(cx, place)?)),
            Operand::Const(Const::Scalar { bits, ty }) => {
                Ok(Value::Immediate(Immediate::Scalar(Scalar::Bits(*bits)), *ty))
            }
            Operand::Const(constant) => self.constant(cx, constant),
        }
    }

    /// Reads an operand that must be a primitive.
    #[inline]
    pub(super) fn immediate(&mut self, cx: Cx, operand: &Operand) -> Step<(Immediate, Ty)> {
        match self.operand(cx, operand)? {
            Value::Immediate(immediate, ty) => Ok((immediate, ty)),
            Value::Spot(spot) => {
                let value = (self.read(cx, &spot)?, spot.ty);
                self.after_move(cx, operand, &spot)?;
                Ok(value)
            }
            Value::Unit => unreachable!("a well-formed program takes no number from `()`"),
        }
    }

    #[inline]
    pub(super) fn scalar(&mut self, cx: Cx, operand: &Operand) -> Step<(Scalar, Ty)> {
        let (immediate, ty) = self.immediate(cx, operand)?;
        Ok((immediate.first(), ty))
    }

    /// A move leaves its source as it was; in the stricter reading nothing is left there.
    #[inline]
    pub(super) fn after_move(&mut self, cx: Cx, operand: &Operand, spot: &Spot) -> Step<()> {
        if self.switches.strict_moves && matches!(operand, Operand::Move(_)) {
            return self.forget(cx, spot);
        }
        Ok(())
    }

    /// Makes a place uninitialised, as a write.
    pub(super) fn forget(&mut self, cx: Cx, spot: &Spot) -> Step<()> {
        let size = cx.layout(spot.ty).size;
        let pointer = self.reachable(cx, spot, spot.ty)?;
        if size > 0 {
            let (allocation, offset) = self.memory.write(&pointer, size)?;
            allocation.set_state(offset..offset + size, state::UNINIT);
        }
        Ok(())
    }

    fn constant(&mut self, cx: Cx, constant: &Const) -> Step<Value> {
        Ok(match constant {
            Const::Scalar { bits, ty } => {
                Value::Immediate(Immediate::Scalar(Scalar::Bits(*bits)), *ty)
            }
            Const::Unit => Value::Unit,
            Const::Named(id) => {
                let item = &cx.program.consts[id.index()];
                let alloc = self.const_memory(cx, *id)?;
                let layout = cx.layout(item.ty);
                let at = At::Memory(whole(alloc, layout));
                Value::Spot(Spot::sized(at, item.ty))
            }
            Const::Static(mutability, id) => {
                let item = &cx.program.statics[id.index()];
                let alloc = self.static_memory(cx, *id)?;
                let pointer = Scalar::Pointer(whole(alloc, cx.layout(item.ty)));
                let ty = self.pointer_type(cx, *mutability, item.ty);
                Value::Immediate(pointer.into(), ty)
            }
            Const::Str(text) => {
                let pointer = Scalar::Pointer(self.literal(text)?);
                let len = Scalar::Bits(text.len() as u128);
                Value::Immediate(Immediate::Wide(pointer, len), self.str_type(cx))
            }
        })
    }

    /// `&T` or `*mut T`, as the program spells it. Where it never does, nothing asks.
    fn pointer_type(&self, cx: Cx, mutability: Mutability, pointee: Ty) -> Ty {
        use crate::syntax::TyKind;
        let kind = match mutability {
            Mutability::Not => TyKind::Ref(Mutability::Not, pointee),
            Mutability::Mut => TyKind::RawPtr(Mutability::Mut, pointee),
        };
        cx.program.types.lookup(&kind).unwrap_or(pointee)
    }

    fn str_type(&self, cx: Cx) -> Ty {
        use crate::syntax::TyKind;
        let text = cx.program.types.lookup(&TyKind::Str);
        let reference =
            text.and_then(|text| cx.program.types.lookup(&TyKind::Ref(Mutability::Not, text)));
        reference.unwrap_or_default()
    }
}
