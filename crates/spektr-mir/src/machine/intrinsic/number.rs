//! Intrinsics on integers and floats.

use crate::number::float::{self, Rounding};
use crate::number::int;
use crate::syntax::{BinOp, FloatTy, IntTy, Intrinsic, TyKind};

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
        op: BinOp,
        kind: IntTy,
        a: Scalar,
        b: Scalar,
    ) -> Step<Option<Scalar>> {
        let (result, over) = match (a, b) {
            (Scalar::Bits(a), Scalar::Bits(b)) => match int::overflowing(op, kind, a, b) {
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
                let (low, high) = int::carrying_mul_add(kind, numbers);
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
        let bits = int::three_way_compare(kind, known(a)?, known(b)?) as u8;
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
        Ok(Scalar::Bits(float::to_int_unchecked(*from_kind, *to, bits)?))
    }
}

fn float_result(intrinsic: Intrinsic, kind: FloatTy, [a, b, c]: [u128; 3]) -> Scalar {
    use Intrinsic as I;
    let rounded = |rounding| outcome(float::round(rounding, kind, a));
    match intrinsic {
        I::Fabs => Scalar::Bits(float::abs(kind, a)),
        I::Copysign => Scalar::Bits(float::copysign(kind, a, b)),
        I::Sqrt => outcome(float::sqrt(kind, a)),
        I::Fma => outcome(float::fma(kind, a, b, c)),
        I::Floor => rounded(Rounding::Down),
        I::Ceil => rounded(Rounding::Up),
        I::Trunc => rounded(Rounding::TowardZero),
        I::Round => rounded(Rounding::TiesAway),
        I::RoundTiesEven => rounded(Rounding::TiesEven),
        I::Minnum => outcome(float::minnum(kind, a, b)),
        I::Maxnum => outcome(float::maxnum(kind, a, b)),
        I::Minimum => outcome(float::minimum(kind, a, b)),
        I::Maximum => outcome(float::maximum(kind, a, b)),
        _ => Scalar::Indeterminate,
    }
}

fn integer(intrinsic: Intrinsic, kind: IntTy, a: u128, b: u128) -> Step<u128> {
    use Intrinsic as I;
    Ok(match intrinsic {
        I::WrappingAdd => int::binary(BinOp::Add, kind, a, b)?,
        I::WrappingSub => int::binary(BinOp::Sub, kind, a, b)?,
        I::WrappingMul => int::binary(BinOp::Mul, kind, a, b)?,
        I::SaturatingAdd => int::saturating_add(kind, a, b),
        I::SaturatingSub => int::saturating_sub(kind, a, b),
        I::UncheckedAdd => int::unchecked(BinOp::Add, kind, a, b)?,
        I::UncheckedSub => int::unchecked(BinOp::Sub, kind, a, b)?,
        I::UncheckedMul => int::unchecked(BinOp::Mul, kind, a, b)?,
        I::UncheckedDiv => int::unchecked(BinOp::Div, kind, a, b)?,
        I::UncheckedRem => int::unchecked(BinOp::Rem, kind, a, b)?,
        I::UncheckedShl => int::unchecked(BinOp::Shl, kind, a, b)?,
        I::UncheckedShr => int::unchecked(BinOp::Shr, kind, a, b)?,
        I::ExactDiv => int::exact_div(kind, a, b)?,
        I::DisjointBitor => int::disjoint_bitor(a, b)?,
        I::RotateLeft => int::rotate_left(kind, a, b as u32),
        I::RotateRight => int::rotate_right(kind, a, b as u32),
        I::Ctpop => u128::from(int::count_ones(a)),
        I::Ctlz => u128::from(int::leading_zeros(kind, a)),
        I::Cttz => u128::from(int::trailing_zeros(kind, a)),
        I::CtlzNonzero => u128::from(int::leading_zeros_nonzero(kind, a)?),
        I::CttzNonzero => u128::from(int::trailing_zeros_nonzero(kind, a)?),
        I::Bswap => int::swap_bytes(kind, a),
        _ => int::reverse_bits(kind, a),
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

fn with_overflow(intrinsic: Intrinsic) -> Option<BinOp> {
    match intrinsic {
        Intrinsic::AddWithOverflow => Some(BinOp::Add),
        Intrinsic::SubWithOverflow => Some(BinOp::Sub),
        Intrinsic::MulWithOverflow => Some(BinOp::Mul),
        _ => None,
    }
}
