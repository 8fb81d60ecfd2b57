//! Intrinsics on integers and floats.

use spektr_number::{IntOp, Rounding};

use crate::syntax::{FloatTy, IntTy, Intrinsic, TyKind};

use super::Call;
use crate::machine::Machine;
use crate::machine::access::{known, some_nan};
use crate::machine::rvalue::outcome;
use crate::machine::stop::Step;
use crate::machine::types::Cx;
use crate::machine::value::Scalar;

impl Machine {
    /// Whether the intrinsic is one on numbers; then it is done.
    pub(super) fn number_intrinsic(
        &mut self,
        cx: Cx,
        intrinsic: Intrinsic,
        call: Call,
    ) -> Step<bool> {
        let result = match intrinsic {
            Intrinsic::FloatToIntUnchecked => self.float_to_int(cx, call)?,
            _ if is_float(intrinsic) => self.float_intrinsic(cx, intrinsic, call)?,
            _ if is_integer(intrinsic) => match self.integer_intrinsic(cx, intrinsic, call)? {
                Some(result) => result,
                None => return Ok(true),
            },
            _ => return Ok(false),
        };
        self.write(cx, call.dest, result.into())?;
        Ok(true)
    }

    /// The number that results; none if it was something else, which is written already.
    fn integer_intrinsic(
        &mut self,
        cx: Cx,
        intrinsic: Intrinsic,
        call: Call,
    ) -> Step<Option<Scalar>> {
        let (a, ty) = self.argument(cx, call, 0)?;
        let kind = match cx.kind(ty) {
            TyKind::Int(kind) => *kind,
            TyKind::Char => IntTy::U32,
            TyKind::Bool => IntTy::U8,
            _ => return Ok(None),
        };
        let b = match call.args.len() {
            1 => Scalar::Bits(0),
            _ => self.argument(cx, call, 1)?.0.first(),
        };
        let a = a.first();
        if let Some(op) = with_overflow(intrinsic) {
            return self.overflowing(cx, call, op, kind, a, b);
        }
        if intrinsic == Intrinsic::CarryingMulAdd {
            return self.carrying(cx, call, kind);
        }
        if intrinsic == Intrinsic::ThreeWayCompare {
            return self.three_way(cx, call, kind, a, b);
        }
        let (Scalar::Bits(a), Scalar::Bits(b)) = (a, b) else {
            if may_fault(intrinsic) {
                known(a)?;
                known(b)?;
            }
            return Ok(Some(Scalar::Indeterminate));
        };
        integer(intrinsic, kind, a, b).map(|bits| Some(Scalar::Bits(bits)))
    }

    /// `add_with_overflow` and its kin have a pair as their result.
    fn overflowing(
        &mut self,
        cx: Cx,
        call: Call,
        op: IntOp,
        kind: IntTy,
        a: Scalar,
        b: Scalar,
    ) -> Step<Option<Scalar>> {
        let (result, over) = match (a, b) {
            (Scalar::Bits(a), Scalar::Bits(b)) => match kind.number().overflowing(op, a, b) {
                Some((bits, over)) => (Scalar::Bits(bits), Scalar::from(over)),
                None => return Ok(None),
            },
            _ => (Scalar::Indeterminate, Scalar::Indeterminate),
        };
        self.write_pair(cx, call.dest, result, over)?;
        Ok(None)
    }

    /// `carrying_mul_add` has the low and the high half of a number as its result.
    fn carrying(&mut self, cx: Cx, call: Call, kind: IntTy) -> Step<Option<Scalar>> {
        let mut numbers = [0; 4];
        let mut open = false;
        for (index, number) in numbers.iter_mut().enumerate() {
            match self.argument(cx, call, index)?.0.first() {
                Scalar::Bits(bits) => *number = bits,
                _ => open = true,
            }
        }
        let (low, high) = match open {
            true => (Scalar::Indeterminate, Scalar::Indeterminate),
            false => {
                let (low, high) = kind.number().carrying_mul_add(numbers);
                (Scalar::Bits(low), Scalar::Bits(high))
            }
        };
        self.write_pair(cx, call.dest, low, high)?;
        Ok(None)
    }

    /// `three_way_compare` has an `Ordering` as its result.
    fn three_way(
        &mut self,
        cx: Cx,
        call: Call,
        kind: IntTy,
        a: Scalar,
        b: Scalar,
    ) -> Step<Option<Scalar>> {
        let bits = kind.number().order(known(a)?, known(b)?) as i8 as u8;
        let def = cx.program.types.as_adt(call.dest.ty);
        let variant =
            def.and_then(|def| def.variants.iter().position(|v| v.discriminant as u8 == bits));
        if let Some(variant) = variant {
            self.write_variant(cx, call.dest, variant as u32)?;
        }
        Ok(None)
    }

    fn float_intrinsic(&mut self, cx: Cx, intrinsic: Intrinsic, call: Call) -> Step<Scalar> {
        let (_, ty) = self.argument(cx, call, 0)?;
        let TyKind::Float(kind) = *cx.kind(ty) else { return Ok(Scalar::Indeterminate) };
        let mut bits = [0; 3];
        let mut open_nan = [false; 3];
        for index in 0..call.args.len().min(3) {
            let scalar = self.argument(cx, call, index)?.0.first();
            open_nan[index] = scalar == Scalar::Nan;
            match some_nan(cx, ty, scalar) {
                Scalar::Bits(known) => bits[index] = known,
                _ => return Ok(Scalar::Indeterminate),
            }
        }
        // These look at single bits, which an open NaN does not have.
        let bitwise = matches!(intrinsic, Intrinsic::Fabs | Intrinsic::Copysign);
        if bitwise && open_nan[0] {
            return Ok(Scalar::Nan);
        }
        if bitwise && open_nan[1] {
            return Ok(Scalar::Indeterminate);
        }
        Ok(float_result(intrinsic, kind, bits))
    }

    fn float_to_int(&mut self, cx: Cx, call: Call) -> Step<Scalar> {
        let (value, from) = self.argument(cx, call, 0)?;
        let (TyKind::Float(from_kind), TyKind::Int(to)) = (cx.kind(from), cx.kind(call.dest.ty))
        else {
            return Ok(Scalar::Indeterminate);
        };
        let bits = known(some_nan(cx, from, value.first()))?;
        Ok(Scalar::Bits(from_kind.format().to_int_checked(to.number(), bits)?))
    }
}

fn float_result(intrinsic: Intrinsic, kind: FloatTy, [a, b, c]: [u128; 3]) -> Scalar {
    use Intrinsic as I;
    let kind = kind.format();
    let rounded = |rounding| outcome(kind.round(rounding, a));
    match intrinsic {
        I::Fabs => Scalar::Bits(kind.abs(a)),
        I::Copysign => Scalar::Bits(kind.copysign(a, b)),
        I::Sqrt => outcome(kind.sqrt(a)),
        I::Fma => outcome(kind.fma(a, b, c)),
        I::Floor => rounded(Rounding::Down),
        I::Ceil => rounded(Rounding::Up),
        I::Trunc => rounded(Rounding::TowardZero),
        I::Round => rounded(Rounding::TiesAway),
        I::RoundTiesEven => rounded(Rounding::TiesEven),
        I::Minnum => outcome(kind.minnum(a, b)),
        I::Maxnum => outcome(kind.maxnum(a, b)),
        I::Minimum => outcome(kind.minimum(a, b)),
        I::Maximum => outcome(kind.maximum(a, b)),
        _ => Scalar::Indeterminate,
    }
}

fn integer(intrinsic: Intrinsic, kind: IntTy, a: u128, b: u128) -> Step<u128> {
    use Intrinsic as I;
    let kind = kind.number();
    Ok(match intrinsic {
        I::WrappingAdd => kind.binary(IntOp::Add, a, b)?,
        I::WrappingSub => kind.binary(IntOp::Sub, a, b)?,
        I::WrappingMul => kind.binary(IntOp::Mul, a, b)?,
        I::SaturatingAdd => kind.saturating_add(a, b),
        I::SaturatingSub => kind.saturating_sub(a, b),
        I::UncheckedAdd => kind.checked(IntOp::Add, a, b)?,
        I::UncheckedSub => kind.checked(IntOp::Sub, a, b)?,
        I::UncheckedMul => kind.checked(IntOp::Mul, a, b)?,
        I::UncheckedDiv => kind.checked(IntOp::Div, a, b)?,
        I::UncheckedRem => kind.checked(IntOp::Rem, a, b)?,
        I::UncheckedShl => kind.checked(IntOp::Shl, a, b)?,
        I::UncheckedShr => kind.checked(IntOp::Shr, a, b)?,
        I::ExactDiv => kind.exact_div(a, b)?,
        I::DisjointBitor => kind.disjoint_or(a, b)?,
        I::RotateLeft => kind.rotate_left(a, b),
        I::RotateRight => kind.rotate_right(a, b),
        I::Ctpop => u128::from(kind.count_ones(a)),
        I::Ctlz => u128::from(kind.leading_zeros(a)),
        I::Cttz => u128::from(kind.trailing_zeros(a)),
        I::CtlzNonzero => u128::from(kind.leading_zeros_nonzero(a)?),
        I::CttzNonzero => u128::from(kind.trailing_zeros_nonzero(a)?),
        I::Bswap => kind.swap_bytes(a),
        _ => kind.reverse_bits(a),
    })
}

fn is_integer(intrinsic: Intrinsic) -> bool {
    (Intrinsic::AddWithOverflow..=Intrinsic::ThreeWayCompare).contains(&intrinsic)
}

fn is_float(intrinsic: Intrinsic) -> bool {
    (Intrinsic::Fabs..=Intrinsic::Maximum).contains(&intrinsic)
}

/// Whether some operands have no result: then an open one leaves that open as well.
fn may_fault(intrinsic: Intrinsic) -> bool {
    use Intrinsic as I;
    (I::UncheckedAdd..=I::DisjointBitor).contains(&intrinsic)
        || matches!(intrinsic, I::CtlzNonzero | I::CttzNonzero)
}

fn with_overflow(intrinsic: Intrinsic) -> Option<IntOp> {
    match intrinsic {
        Intrinsic::AddWithOverflow => Some(IntOp::Add),
        Intrinsic::SubWithOverflow => Some(IntOp::Sub),
        Intrinsic::MulWithOverflow => Some(IntOp::Mul),
        _ => None,
    }
}
