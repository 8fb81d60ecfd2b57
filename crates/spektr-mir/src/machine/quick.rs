//! Shortcuts for what programs do most: integers in locals that nobody has borrowed. They
//! give the same results as the long way, or none; then the long way is taken.

use crate::layout::Shape;
use crate::syntax::{BinOp, Const, IntTy, Local, Operand, Place, Ty};

use super::Machine;
use super::arithmetic;
use super::frame::LocalSlot;
use super::memory::Loaded;
use super::stop::Step;
use super::types::Cx;

impl Machine {
    /// The known bits of an integer or `bool` that is a literal or a whole local.
    #[inline]
    pub(super) fn quick_operand(&self, cx: Cx, operand: &Operand) -> Option<(u128, Ty)> {
        let place = match operand {
            Operand::Const(Const::Scalar { bits, ty }) => return Some((*bits, *ty)),
            Operand::Copy(place) => place,
            Operand::Move(place) if !self.switches.strict_moves => place,
            _ => return None,
        };
        if !place.projection.is_empty() {
            return None;
        }
        let frame = self.stack.top();
        let LocalSlot::Live(alloc) = frame.locals[place.local.index()] else { return None };
        let ty = cx.program.functions[frame.function.index()].locals[place.local.index()].ty;
        let size = match &cx.layout(ty).shape {
            Shape::Int(int) => int.bytes(),
            Shape::Bool => 1,
            _ => return None,
        };
        let allocation = self.memory.of_local(alloc);
        if allocation.borrows.is_some() {
            return None;
        }
        match allocation.load(0, size) {
            Loaded::Bits(bits) if size > 1 || bits <= 1 => Some((bits, ty)),
            Loaded::Bits(bits) if matches!(cx.layout(ty).shape, Shape::Int(_)) => Some((bits, ty)),
            _ => None,
        }
    }

    /// Writes an integer or `bool` to a whole local; false if that takes the long way.
    #[inline]
    pub(super) fn quick_write(&mut self, cx: Cx, local: Local, bits: u128) -> bool {
        let frame = self.stack.top();
        let LocalSlot::Live(alloc) = frame.locals[local.index()] else { return false };
        let ty = cx.program.functions[frame.function.index()].locals[local.index()].ty;
        let size = match &cx.layout(ty).shape {
            Shape::Int(int) => int.bytes(),
            Shape::Bool => 1,
            _ => return false,
        };
        let allocation = self.memory.of_local_mut(alloc);
        if allocation.borrows.is_some() {
            return false;
        }
        allocation.store(0, size, bits);
        true
    }

    /// `local = left op right` on integers; false if that takes the long way.
    #[inline]
    pub(super) fn quick_binary(
        &mut self,
        cx: Cx,
        place: &Place,
        op: BinOp,
        left: &Operand,
        right: &Operand,
    ) -> Step<bool> {
        if !place.projection.is_empty() {
            return Ok(false);
        }
        let Some((a, ty)) = self.quick_operand(cx, left) else { return Ok(false) };
        let Some((b, _)) = self.quick_operand(cx, right) else { return Ok(false) };
        let kind = match &cx.layout(ty).shape {
            Shape::Int(kind) => *kind,
            Shape::Bool => IntTy::U8,
            _ => return Ok(false),
        };
        let bits = if kind.bits() <= 64 {
            u128::from(arithmetic::binary64(op, kind, a as u64, b as u64)?)
        } else {
            arithmetic::binary(op, kind, a, b)?
        };
        Ok(self.quick_write(cx, place.local, bits))
    }
}
