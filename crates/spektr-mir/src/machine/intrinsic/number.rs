//! Intrinsics on integers and floats: how arguments are taken and results given. What is
//! computed is a row of the table of all intrinsics.

use spektr_number::{Fault, Format, Int, IntOp, Outcome};

use crate::syntax::{IntTy, TyKind};

use super::Call;
use crate::machine::Machine;
use crate::machine::access::{known, some_nan};
use crate::machine::rvalue::outcome;
use crate::machine::stop::Step;
use crate::machine::types::Cx;
use crate::machine::value::Scalar;

/// Floats of one format.
struct Floats {
    format: Format,
    bits: [u128; 3],
    /// Those that are NaNs whose bits the language leaves open.
    open_nan: [bool; 3],
}

impl Machine {
    /// The type and the one or two numbers that an integer intrinsic is about; `bool` and
    /// `char` count as numbers.
    fn integers(&mut self, cx: Cx, call: Call) -> Step<Option<(Int, Scalar, Scalar)>> {
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
        Ok(Some((kind.number(), a.first(), b)))
    }

    /// A function of all numbers; of open ones, an open number.
    pub(super) fn total(
        &mut self,
        cx: Cx,
        call: Call,
        compute: fn(Int, u128, u128) -> u128,
    ) -> Step<()> {
        let Some((kind, a, b)) = self.integers(cx, call)? else { return Ok(()) };
        let result = match (a, b) {
            (Scalar::Bits(a), Scalar::Bits(b)) => Scalar::Bits(compute(kind, a, b)),
            _ => Scalar::Indeterminate,
        };
        self.write(cx, call.dest, result.into())
    }

    /// A function that some numbers have no result of: an open one leaves that open too.
    pub(super) fn partial(
        &mut self,
        cx: Cx,
        call: Call,
        compute: fn(Int, u128, u128) -> Result<u128, Fault>,
    ) -> Step<()> {
        let Some((kind, a, b)) = self.integers(cx, call)? else { return Ok(()) };
        let bits = compute(kind, known(a)?, known(b)?)?;
        self.write(cx, call.dest, Scalar::Bits(bits).into())
    }

    /// `unchecked_add` and its kin.
    pub(super) fn unchecked(&mut self, cx: Cx, call: Call, op: IntOp) -> Step<()> {
        let Some((kind, a, b)) = self.integers(cx, call)? else { return Ok(()) };
        let bits = kind.checked(op, known(a)?, known(b)?)?;
        self.write(cx, call.dest, Scalar::Bits(bits).into())
    }

    /// `add_with_overflow` and its kin have a pair as their result.
    pub(super) fn with_overflow(
        &mut self,
        cx: Cx,
        call: Call,
        compute: fn(Int, u128, u128) -> (u128, bool),
    ) -> Step<()> {
        let Some((kind, a, b)) = self.integers(cx, call)? else { return Ok(()) };
        let (result, over) = match (a, b) {
            (Scalar::Bits(a), Scalar::Bits(b)) => {
                let (bits, over) = compute(kind, a, b);
                (Scalar::Bits(bits), Scalar::from(over))
            }
            _ => (Scalar::Indeterminate, Scalar::Indeterminate),
        };
        self.write_pair(cx, call.dest, result, over)
    }

    /// `carrying_mul_add` has the low and the high half of a number as its result.
    pub(super) fn carrying(&mut self, cx: Cx, call: Call) -> Step<()> {
        let Some((kind, ..)) = self.integers(cx, call)? else { return Ok(()) };
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
                let (low, high) = kind.carrying_mul_add(numbers);
                (Scalar::Bits(low), Scalar::Bits(high))
            }
        };
        self.write_pair(cx, call.dest, low, high)
    }

    /// `three_way_compare` has an `Ordering` as its result.
    pub(super) fn three_way(&mut self, cx: Cx, call: Call) -> Step<()> {
        let Some((kind, a, b)) = self.integers(cx, call)? else { return Ok(()) };
        let bits = kind.order(known(a)?, known(b)?) as i8 as u8;
        let def = cx.program.types.as_adt(call.dest.ty);
        let variant =
            def.and_then(|def| def.variants.iter().position(|v| v.discriminant as u8 == bits));
        match variant {
            Some(variant) => self.write_variant(cx, call.dest, variant as u32),
            None => Ok(()),
        }
    }

    /// The up to three floats of a call; none if one is open, unless it is a NaN for certain.
    fn floats(&mut self, cx: Cx, call: Call) -> Step<Option<Floats>> {
        let (_, ty) = self.argument(cx, call, 0)?;
        let TyKind::Float(kind) = *cx.kind(ty) else { return Ok(None) };
        let mut bits = [0; 3];
        let mut open_nan = [false; 3];
        for index in 0..call.args.len().min(3) {
            let scalar = self.argument(cx, call, index)?.0.first();
            open_nan[index] = scalar == Scalar::Nan;
            match some_nan(cx, ty, scalar) {
                Scalar::Bits(known) => bits[index] = known,
                _ => return Ok(None),
            }
        }
        Ok(Some(Floats { format: kind.format(), bits, open_nan }))
    }

    /// A function to which all NaNs are alike.
    pub(super) fn float(
        &mut self,
        cx: Cx,
        call: Call,
        compute: fn(Format, u128, u128, u128) -> Outcome,
    ) -> Step<()> {
        let result = match self.floats(cx, call)? {
            Some(Floats { format, bits: [a, b, c], .. }) => outcome(compute(format, a, b, c)),
            None => Scalar::Indeterminate,
        };
        self.write(cx, call.dest, result.into())
    }

    /// `fabs` and `copysign` look at single bits, which an open NaN does not have.
    pub(super) fn float_sign(
        &mut self,
        cx: Cx,
        call: Call,
        compute: fn(Format, u128, u128) -> u128,
    ) -> Step<()> {
        let result = match self.floats(cx, call)? {
            Some(Floats { open_nan: [true, ..], .. }) => Scalar::Nan,
            Some(Floats { open_nan: [_, true, _], .. }) | None => Scalar::Indeterminate,
            Some(Floats { format, bits: [a, b, _], .. }) => Scalar::Bits(compute(format, a, b)),
        };
        self.write(cx, call.dest, result.into())
    }

    pub(super) fn float_to_int(&mut self, cx: Cx, call: Call) -> Step<()> {
        let (value, from) = self.argument(cx, call, 0)?;
        let result = match (cx.kind(from), cx.kind(call.dest.ty)) {
            (TyKind::Float(format), TyKind::Int(to)) => {
                let bits = known(some_nan(cx, from, value.first()))?;
                Scalar::Bits(format.format().to_int_checked(to.number(), bits)?)
            }
            _ => Scalar::Indeterminate,
        };
        self.write(cx, call.dest, result.into())
    }
}
