//! What operators compute on numbers, for the operators of the language. The arithmetic
//! itself is `spektr-number`'s; memory and undefined behaviour are not known here.

use spektr_number::{Fault, Outcome};

use crate::syntax::{BinKind, BinOp, FloatTy, IntTy};

/// `a op b`. The type is that of the left operand; a shift's right operand may have any
/// integer type, and counts modulo the width. A comparison gives 0 or 1. `bool` and `char`
/// are compared and combined as `u8` and `u32`. `Offset` is not an operator on integers.
#[inline]
pub fn binary(op: BinOp, ty: IntTy, a: u128, b: u128) -> Result<u128, Fault> {
    match op.kind() {
        BinKind::Arithmetic(op, _) => ty.number().binary(op, a, b),
        BinKind::Compare(op) => Ok(u128::from(ty.number().compare(op, a, b))),
        BinKind::Offset => unreachable!("Offset is about pointers, not integers"),
    }
}

/// [`binary`] for types of at most 64 bits, without a detour through `u128`.
#[inline]
pub fn binary64(op: BinOp, ty: IntTy, a: u64, b: u64) -> Result<u64, Fault> {
    match op.kind() {
        BinKind::Arithmetic(op, _) => ty.number().binary64(op, a, b),
        BinKind::Compare(op) => Ok(u64::from(ty.number().compare64(op, a, b))),
        BinKind::Offset => unreachable!("Offset is about pointers, not integers"),
    }
}

/// The wrapped result and whether it overflowed. Only `Add`, `Sub` and `Mul` have this
/// form: rustc rejects `Checked` around anything else, shifts included.
#[inline]
pub fn overflowing(op: BinOp, ty: IntTy, a: u128, b: u128) -> Option<(u128, bool)> {
    match op.kind() {
        BinKind::Arithmetic(op, _) => ty.number().overflowing(op, a, b),
        BinKind::Compare(_) | BinKind::Offset => None,
    }
}

/// `a op b` on floats; a comparison gives 0 or 1. Bitwise operators and shifts are none of
/// floats.
#[inline]
pub fn float(op: BinOp, ty: FloatTy, a: u128, b: u128) -> Outcome {
    match op.kind() {
        BinKind::Arithmetic(_, Some(op)) => ty.format().binary(op, a, b),
        BinKind::Compare(op) => Outcome::exact(u128::from(ty.format().compare(op, a, b))),
        BinKind::Arithmetic(_, None) | BinKind::Offset => {
            unreachable!("{op:?} is no operator on floats")
        }
    }
}
