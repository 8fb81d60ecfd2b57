//! Intrinsics: library functions whose meaning the machine knows. Each gets its arguments
//! as copies and writes its result straight into the destination.

mod atomic;
mod memory;
mod number;
mod simd;

use spektr_number::{Format, Int, IntOp, Rounding};

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
    /// The table of all intrinsics: what each computes, and with what of its arguments.
    pub(super) fn intrinsic(
        &mut self,
        cx: Cx,
        intrinsic: Intrinsic,
        types: &[Ty],
        args: &[Argument],
        dest: &Spot,
    ) -> Step<()> {
        use Intrinsic as I;
        let call = Call { types, args, dest };
        if let Some(atomic) = intrinsic.atomic() {
            return self.atomic(cx, call, atomic);
        }
        if let Some(simd) = intrinsic.simd() {
            return self.simd(cx, call, simd);
        }
        match intrinsic {
            I::AddWithOverflow => self.with_overflow(cx, call, Int::overflowing_add),
            I::SubWithOverflow => self.with_overflow(cx, call, Int::overflowing_sub),
            I::MulWithOverflow => self.with_overflow(cx, call, Int::overflowing_mul),
            I::WrappingAdd => self.total(cx, call, |ty, a, b| ty.overflowing_add(a, b).0),
            I::WrappingSub => self.total(cx, call, |ty, a, b| ty.overflowing_sub(a, b).0),
            I::WrappingMul => self.total(cx, call, |ty, a, b| ty.overflowing_mul(a, b).0),
            I::SaturatingAdd => self.total(cx, call, Int::saturating_add),
            I::SaturatingSub => self.total(cx, call, Int::saturating_sub),
            I::UncheckedAdd => self.unchecked(cx, call, IntOp::Add),
            I::UncheckedSub => self.unchecked(cx, call, IntOp::Sub),
            I::UncheckedMul => self.unchecked(cx, call, IntOp::Mul),
            I::UncheckedDiv => self.unchecked(cx, call, IntOp::Div),
            I::UncheckedRem => self.unchecked(cx, call, IntOp::Rem),
            I::UncheckedShl => self.unchecked(cx, call, IntOp::Shl),
            I::UncheckedShr => self.unchecked(cx, call, IntOp::Shr),
            I::ExactDiv => self.partial(cx, call, Int::exact_div),
            I::DisjointBitor => self.partial(cx, call, Int::disjoint_or),
            I::RotateLeft => self.total(cx, call, Int::rotate_left),
            I::RotateRight => self.total(cx, call, Int::rotate_right),
            I::Ctpop => self.total(cx, call, |ty, a, _| u128::from(ty.count_ones(a))),
            I::Ctlz => self.total(cx, call, |ty, a, _| u128::from(ty.leading_zeros(a))),
            I::Cttz => self.total(cx, call, |ty, a, _| u128::from(ty.trailing_zeros(a))),
            I::CtlzNonzero => {
                self.partial(cx, call, |ty, a, _| ty.leading_zeros_nonzero(a).map(u128::from))
            }
            I::CttzNonzero => {
                self.partial(cx, call, |ty, a, _| ty.trailing_zeros_nonzero(a).map(u128::from))
            }
            I::Bswap => self.total(cx, call, |ty, a, _| ty.swap_bytes(a)),
            I::Bitreverse => self.total(cx, call, |ty, a, _| ty.reverse_bits(a)),
            I::CarryingMulAdd => self.carrying(cx, call),
            I::ThreeWayCompare => self.three_way(cx, call),

            I::Fabs => self.float_sign(cx, call, |ty, a, _| ty.abs(a)),
            I::Copysign => self.float_sign(cx, call, Format::copysign),
            I::Sqrt => self.float(cx, call, |ty, a, _, _| ty.sqrt(a)),
            I::Fma => self.float(cx, call, Format::fma),
            I::Floor => self.float(cx, call, |ty, a, _, _| ty.round(Rounding::Down, a)),
            I::Ceil => self.float(cx, call, |ty, a, _, _| ty.round(Rounding::Up, a)),
            I::Trunc => self.float(cx, call, |ty, a, _, _| ty.round(Rounding::TowardZero, a)),
            I::Round => self.float(cx, call, |ty, a, _, _| ty.round(Rounding::TiesAway, a)),
            I::RoundTiesEven => self.float(cx, call, |ty, a, _, _| ty.round(Rounding::TiesEven, a)),
            I::Minnum => self.float(cx, call, |ty, a, b, _| ty.minnum(a, b)),
            I::Maxnum => self.float(cx, call, |ty, a, b, _| ty.maxnum(a, b)),
            I::Minimum => self.float(cx, call, |ty, a, b, _| ty.minimum(a, b)),
            I::Maximum => self.float(cx, call, |ty, a, b, _| ty.maximum(a, b)),
            I::FloatToIntUnchecked => self.float_to_int(cx, call),

            I::ArithOffset => self.stray_intrinsic(cx, call),
            I::Offset => self.offset_intrinsic(cx, call),
            I::PtrOffsetFrom => self.distance_intrinsic(cx, call, false),
            I::PtrOffsetFromUnsigned => self.distance_intrinsic(cx, call, true),
            I::PtrMask => self.mask(cx, call),
            I::CopyNonoverlapping => self.copy_many(cx, call, true),
            I::Copy => self.copy_many(cx, call, false),
            I::WriteBytes => self.write_bytes(cx, call),
            I::CompareBytes => self.compare_bytes(cx, call),
            I::RawEq => self.raw_eq(cx, call),
            I::ReadViaCopy | I::VolatileLoad => self.load_intrinsic(cx, call, true),
            I::UnalignedVolatileLoad => self.load_intrinsic(cx, call, false),
            I::WriteViaMove | I::VolatileStore => self.store_intrinsic(cx, call, true),
            I::UnalignedVolatileStore => self.store_intrinsic(cx, call, false),
            I::TypedSwapNonoverlapping => self.swap(cx, call),

            I::SizeOf => {
                let layout = cx.layout(call.generic());
                self.write(cx, dest, promise(layout.promised, u64::from(layout.size)))
            }
            I::AlignOf => {
                let layout = cx.layout(call.generic());
                self.write(cx, dest, promise(layout.promised, u64::from(layout.align)))
            }
            I::SizeOfVal => self.size_of_val(cx, call),
            I::DiscriminantValue => self.discriminant_value(cx, call),
            I::NeedsDrop => {
                let needed = cx.facts(call.generic()).needs_drop;
                self.write(cx, dest, Scalar::from(needed).into())
            }
            I::Transmute | I::TransmuteUnchecked => self.transmute(cx, dest, args[0].value()),
            I::BlackBox | I::Likely | I::Unlikely => {
                self.put(cx, dest, args[0].value(), Retag::Plain)
            }
            I::SelectUnpredictable => self.select(cx, call),
            I::Assume => match known(self.argument(cx, call, 0)?.0.first())? {
                0 => Err(Undefined::Assumption.into()),
                _ => Ok(()),
            },
            I::AssertInhabited if cx.layout(call.generic()).inhabited => Ok(()),
            I::AssertInhabited | I::Abort => {
                self.ending = Some(Ending::Aborted);
                Ok(())
            }
            I::Unreachable => Err(Undefined::Unreachable.into()),
            // Forgetting does nothing, and neither does a hint.
            I::Forget | I::ColdPath => Ok(()),
            _ => unreachable!("atomic accesses and vectors were carried out above"),
        }
    }

    fn size_of_val(&mut self, cx: Cx, call: Call) -> Step<()> {
        let (pointer, ty) = self.argument(cx, call, 0)?;
        let place = self.pointed_to(cx, pointer, pointee_of(cx, ty))?;
        let (size, _) = cx.extent(place.ty, place.len);
        let promised = match cx.kind(place.ty) {
            TyKind::Slice(element) => cx.layout(*element).promised,
            TyKind::Str => true,
            _ => cx.layout(place.ty).promised,
        };
        self.write(cx, call.dest, promise(promised, size.unwrap_or(0)))
    }

    fn discriminant_value(&mut self, cx: Cx, call: Call) -> Step<()> {
        let (pointer, ty) = self.argument(cx, call, 0)?;
        let place = self.pointed_to(cx, pointer, pointee_of(cx, ty))?;
        let variant = self.read_variant(cx, &place)?;
        let Shape::Int(int) = cx.layout(call.dest.ty).shape else { return Ok(()) };
        let bits = super::variant::discriminant(cx, place.ty, variant, int);
        self.write(cx, call.dest, Scalar::Bits(bits).into())
    }

    /// `select_unpredictable`: both values must be valid, one is the result.
    fn select(&mut self, cx: Cx, call: Call) -> Step<()> {
        let (condition, _) = self.argument(cx, call, 0)?;
        let chosen = if known(condition.first())? != 0 { 1 } else { 2 };
        self.inspect(cx, call.args[3 - chosen].value())?;
        self.put(cx, call.dest, call.args[chosen].value(), Retag::Plain)
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
