//! Casts: what `as`, `CastTransmute`, `CastPtrToPtr` and `CastUnsize` do.

use crate::layout::Shape;
use crate::syntax::{CastKind, IntTy, Operand, Ty, TyKind};

use super::Machine;
use super::access::{some_nan, store};
use super::operand::Value;
use super::place::{At, Spot};
use super::retag::Retag;
use super::rvalue::outcome;
use super::stop::{Step, Unspecified};
use super::types::Cx;
use super::value::{Immediate, Scalar};

impl Machine {
    pub(super) fn cast(
        &mut self,
        cx: Cx,
        dest: &Spot,
        kind: CastKind,
        operand: &Operand,
        ty: Ty,
    ) -> Step<()> {
        match kind {
            CastKind::As => {
                let (value, from) = self.immediate(cx, operand)?;
                let result = cast_value(cx, value, from, ty);
                self.write(cx, dest, result)
            }
            CastKind::PtrToPtr => {
                let (value, _) = self.immediate(cx, operand)?;
                self.write(cx, dest, fitted(cx, value, ty))
            }
            CastKind::Unsize => {
                let (value, from) = self.immediate(cx, operand)?;
                let array = cx.program.types.pointee(from);
                let len = match array.map(|array| cx.kind(array)) {
                    Some(TyKind::Array(_, count)) => *count,
                    _ => unreachable!("only arrays behind pointers are unsized"),
                };
                let len = Scalar::Bits(u128::from(len));
                self.write(cx, dest, Immediate::Wide(value.first(), len))
            }
            CastKind::Transmute => {
                let value = self.operand(cx, operand)?;
                self.transmute(cx, dest, value)?;
                match value {
                    Value::Spot(from) => self.after_move(cx, operand, &from),
                    _ => Ok(()),
                }
            }
        }
    }

    /// The same bytes as another type, where both have promised bytes.
    pub(super) fn transmute(&mut self, cx: Cx, dest: &Spot, value: Value) -> Step<()> {
        match value {
            Value::Unit => self.validate_dest(cx, dest),
            Value::Spot(from) if from.ty == dest.ty => self.copy(cx, &from, dest, Retag::Plain),
            Value::Spot(from) => {
                if !self.is_same_memory(cx, from.ty, dest.ty) {
                    return Err(Unspecified::Layout.into());
                }
                self.copy(cx, &from, dest, Retag::Plain)
            }
            Value::Immediate(value, from) => {
                if !self.is_same_memory(cx, from, dest.ty) {
                    return Err(Unspecified::Layout.into());
                }
                let layout = cx.layout(from);
                let pointer = self.reachable(cx, dest, dest.ty)?;
                let (allocation, offset) = self.memory.write(&pointer, layout.size)?;
                allocation.in_memory |= !dest.is_local || from != dest.ty;
                store(allocation, offset, &layout.shape, value);
                self.validate_dest(cx, dest)
            }
        }
    }

    pub(super) fn validate_dest(&mut self, cx: Cx, dest: &Spot) -> Step<()> {
        match dest.at {
            At::Memory(p) => self.validate(cx, p.alloc, p.offset as u32, dest.ty, Retag::Plain),
            _ => Ok(()),
        }
    }
}

/// `value as ty`.
fn cast_value(cx: Cx, value: Immediate, from: Ty, to: Ty) -> Immediate {
    let scalar = value.first();
    let result = match (&cx.layout(from).shape, &cx.layout(to).shape) {
        (Shape::Thin | Shape::Wide, Shape::Thin | Shape::Wide) => return fitted(cx, value, to),
        // An address is a number that the language leaves open.
        (Shape::Thin | Shape::Wide, Shape::Int(int)) => match scalar {
            Scalar::Bits(bits) => Scalar::Bits(IntTy::Usize.number().cast(int.number(), bits)),
            _ => Scalar::Indeterminate,
        },
        (Shape::Int(int), Shape::Thin) => match scalar {
            Scalar::Bits(bits) => Scalar::Bits(int.number().cast(IntTy::Usize.number(), bits)),
            _ => Scalar::Indeterminate,
        },
        (Shape::Float(a), Shape::Float(b)) => match some_nan(cx, from, scalar) {
            Scalar::Bits(bits) => outcome(a.format().resize(b.format(), bits)),
            _ => Scalar::Indeterminate,
        },
        (Shape::Float(a), Shape::Int(b)) => match some_nan(cx, from, scalar) {
            Scalar::Bits(bits) => Scalar::Bits(a.format().to_int(b.number(), bits)),
            _ => Scalar::Indeterminate,
        },
        (from, Shape::Float(b)) => match (integer(from), scalar) {
            (Some(a), Scalar::Bits(bits)) => Scalar::Bits(b.format().from_int(a.number(), bits)),
            _ => Scalar::Indeterminate,
        },
        (from, to) => match (integer(from), integer(to), scalar) {
            (Some(a), Some(b), Scalar::Bits(bits)) => {
                Scalar::Bits(a.number().cast(b.number(), bits))
            }
            _ => Scalar::Indeterminate,
        },
    };
    Immediate::Scalar(result)
}

/// The integer type that a number or character is one of.
fn integer(shape: &Shape) -> Option<IntTy> {
    match shape {
        Shape::Int(int) => Some(*int),
        Shape::Bool => Some(IntTy::U8),
        Shape::Char => Some(IntTy::U32),
        _ => None,
    }
}

/// A pointer as another pointer type: a thin one loses its length.
fn fitted(cx: Cx, value: Immediate, to: Ty) -> Immediate {
    match (value, &cx.layout(to).shape) {
        (Immediate::Wide(pointer, _), Shape::Thin) => Immediate::Scalar(pointer),
        _ => value,
    }
}
