//! Intrinsics: library functions whose meaning the machine knows. Each gets its arguments
//! as copies and writes its result straight into the destination.

mod memory;
mod number;

use crate::layout::Shape;
use crate::syntax::{Intrinsic, Ty, TyKind};

use super::access::known;
use super::operand::Value;
use super::place::Spot;
use super::pointer::pointee_of;
use super::retag::Retag;
use super::stop::{Step, Undefined};
use super::terminator::Argument;
use super::types::Cx;
use super::value::{Immediate, Scalar};
use super::{Ending, Machine};

/// Whether an intrinsic gives nothing back, not even `()`.
pub(super) fn writes_nothing(intrinsic: Intrinsic) -> bool {
    use Intrinsic as I;
    matches!(
        intrinsic,
        I::Copy
            | I::CopyNonoverlapping
            | I::WriteBytes
            | I::WriteViaMove
            | I::TypedSwapNonoverlapping
            | I::VolatileStore
            | I::UnalignedVolatileStore
            | I::Assume
            | I::ColdPath
            | I::AssertInhabited
            | I::Unreachable
            | I::Abort
    )
}

/// A call of an intrinsic.
#[derive(Clone, Copy)]
struct Call<'a> {
    types: &'a [Ty],
    args: &'a [Argument],
    dest: &'a Spot,
}

impl Machine {
    pub(super) fn intrinsic(
        &mut self,
        cx: Cx,
        intrinsic: Intrinsic,
        types: &[Ty],
        args: &[Argument],
        dest: &Spot,
    ) -> Step<()> {
        let call = Call { types, args, dest };
        if self.number_intrinsic(cx, intrinsic, call)?
            || self.memory_intrinsic(cx, intrinsic, call)?
        {
            return Ok(());
        }
        self.other_intrinsic(cx, intrinsic, call)
    }

    /// Types, values and hints.
    fn other_intrinsic(&mut self, cx: Cx, intrinsic: Intrinsic, call: Call) -> Step<()> {
        use Intrinsic as I;
        let dest = call.dest;
        match intrinsic {
            I::SizeOf | I::AlignOf => {
                let layout = cx.layout(call.generic());
                let number = if intrinsic == I::SizeOf { layout.size } else { layout.align };
                let promised = layout.promised;
                self.write(cx, dest, promise(promised, u64::from(number)))
            }
            I::SizeOfVal => {
                let (pointer, ty) = self.argument(cx, call, 0)?;
                let place = self.pointed_to(cx, pointer, pointee_of(cx, ty))?;
                let (size, _) = cx.extent(place.ty, place.len);
                let promised = match cx.kind(place.ty) {
                    TyKind::Slice(element) => cx.layout(*element).promised,
                    TyKind::Str => true,
                    _ => cx.layout(place.ty).promised,
                };
                self.write(cx, dest, promise(promised, size.unwrap_or(0)))
            }
            I::DiscriminantValue => {
                let (pointer, ty) = self.argument(cx, call, 0)?;
                let place = self.pointed_to(cx, pointer, pointee_of(cx, ty))?;
                let variant = self.read_variant(cx, &place)?;
                let Shape::Int(int) = cx.layout(dest.ty).shape else { return Ok(()) };
                let bits = super::variant::discriminant(cx, place.ty, variant, int);
                self.write(cx, dest, Scalar::Bits(bits).into())
            }
            I::NeedsDrop => {
                let needed = cx.facts(call.generic()).needs_drop;
                self.write(cx, dest, Scalar::from(needed).into())
            }
            I::Transmute | I::TransmuteUnchecked => self.transmute(cx, dest, call.args[0].value()),
            I::BlackBox => self.put(cx, dest, call.args[0].value(), Retag::Plain),
            I::SelectUnpredictable => {
                let (condition, _) = self.argument(cx, call, 0)?;
                let chosen = if known(condition.first())? != 0 { 1 } else { 2 };
                self.inspect(cx, call.args[3 - chosen].value())?;
                self.put(cx, dest, call.args[chosen].value(), Retag::Plain)
            }
            I::Likely | I::Unlikely => self.put(cx, dest, call.args[0].value(), Retag::Plain),
            I::Assume => {
                let (condition, _) = self.argument(cx, call, 0)?;
                match known(condition.first())? {
                    0 => Err(Undefined::Assumption.into()),
                    _ => Ok(()),
                }
            }
            I::AssertInhabited => {
                if !cx.layout(call.generic()).inhabited {
                    self.ending = Some(Ending::Aborted);
                }
                Ok(())
            }
            I::Unreachable => Err(Undefined::Unreachable.into()),
            I::Abort => {
                self.ending = Some(Ending::Aborted);
                Ok(())
            }
            // Forgetting does nothing, and neither does a hint.
            _ => Ok(()),
        }
    }

    /// A primitive argument and its type.
    fn argument(&mut self, cx: Cx, call: Call, index: usize) -> Step<(Immediate, Ty)> {
        match call.args[index].value() {
            Value::Immediate(value, ty) => Ok((value, ty)),
            Value::Spot(spot) => Ok((self.read(cx, &spot)?, spot.ty)),
            Value::Unit => unreachable!("a well-formed program passes no `()` here"),
        }
    }
}

impl Call<'_> {
    /// The generic argument, or what stands for it: the first argument's type.
    fn generic(&self) -> Ty {
        match (self.types.first(), self.args.first().map(|arg| arg.value())) {
            (Some(ty), _) => *ty,
            (None, Some(Value::Spot(spot))) => spot.ty,
            (None, Some(Value::Immediate(_, ty))) => ty,
            (None, _) => self.dest.ty,
        }
    }
}

/// A number that is only known where the layout is promised.
fn promise(promised: bool, number: u64) -> Immediate {
    let scalar = if promised { Scalar::Bits(u128::from(number)) } else { Scalar::Indeterminate };
    Immediate::Scalar(scalar)
}
