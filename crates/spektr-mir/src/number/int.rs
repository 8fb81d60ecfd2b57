//! Integers of every width: operators, casts and the arithmetic of intrinsics.
//!
//! Most programs compute in 64 bits or less, and 128-bit arithmetic costs a multiple of
//! that; so every rule is written once, in a macro, for a narrow and for a wide word.
//! `bool` and `char` are compared and combined as `u8` and `u32`.

use super::Fault;
use crate::syntax::{BinOp, IntTy};

/// The rules over one word type. Operands are zero above the width of `ty`, and so are
/// results.
macro_rules! rules_over_word {
    ($module:ident, $unsigned:ty, $signed:ty) => {
        mod $module {
            use crate::number::Fault;
            use crate::syntax::{BinOp, IntTy};

            #[inline]
            pub fn mask(ty: IntTy) -> $unsigned {
                <$unsigned>::MAX >> (<$unsigned>::BITS - ty.bits())
            }

            #[inline]
            pub fn sign_extended(ty: IntTy, bits: $unsigned) -> $signed {
                let above = <$unsigned>::BITS - ty.bits();
                (bits << above) as $signed >> above
            }

            #[inline]
            fn min(ty: IntTy) -> $unsigned {
                1 << (ty.bits() - 1)
            }

            /// Wraps a result, and tells whether wrapping changed it.
            #[inline]
            fn fit_signed(ty: IntTy, (value, over): ($signed, bool)) -> ($unsigned, bool) {
                let bits = value as $unsigned & mask(ty);
                (bits, over | (sign_extended(ty, bits) != value))
            }

            #[inline]
            fn fit_unsigned(ty: IntTy, (value, over): ($unsigned, bool)) -> ($unsigned, bool) {
                let bits = value & mask(ty);
                (bits, over | (bits != value))
            }

            #[inline]
            pub fn add(ty: IntTy, a: $unsigned, b: $unsigned) -> ($unsigned, bool) {
                if ty.is_signed() {
                    let b = sign_extended(ty, b);
                    fit_signed(ty, sign_extended(ty, a).overflowing_add(b))
                } else {
                    fit_unsigned(ty, a.overflowing_add(b))
                }
            }

            #[inline]
            pub fn sub(ty: IntTy, a: $unsigned, b: $unsigned) -> ($unsigned, bool) {
                if ty.is_signed() {
                    let b = sign_extended(ty, b);
                    fit_signed(ty, sign_extended(ty, a).overflowing_sub(b))
                } else {
                    fit_unsigned(ty, a.overflowing_sub(b))
                }
            }

            #[inline]
            pub fn mul(ty: IntTy, a: $unsigned, b: $unsigned) -> ($unsigned, bool) {
                if ty.is_signed() {
                    let b = sign_extended(ty, b);
                    fit_signed(ty, sign_extended(ty, a).overflowing_mul(b))
                } else {
                    fit_unsigned(ty, a.overflowing_mul(b))
                }
            }

            #[inline]
            fn div(ty: IntTy, a: $unsigned, b: $unsigned) -> Result<$unsigned, Fault> {
                if b == 0 {
                    return Err(Fault::DivisionByZero);
                }
                if !ty.is_signed() {
                    return Ok(a / b);
                }
                if b == mask(ty) && a == min(ty) {
                    return Err(Fault::DivisionOverflow);
                }
                let quotient = sign_extended(ty, a).wrapping_div(sign_extended(ty, b));
                Ok(quotient as $unsigned & mask(ty))
            }

            #[inline]
            pub fn rem(ty: IntTy, a: $unsigned, b: $unsigned) -> Result<$unsigned, Fault> {
                if b == 0 {
                    return Err(Fault::RemainderByZero);
                }
                if !ty.is_signed() {
                    return Ok(a % b);
                }
                if b == mask(ty) && a == min(ty) {
                    return Err(Fault::RemainderOverflow);
                }
                let remainder = sign_extended(ty, a).wrapping_rem(sign_extended(ty, b));
                Ok(remainder as $unsigned & mask(ty))
            }

            /// The amount is taken modulo the width. All widths are powers of two, so its
            /// lowest bits decide, whatever its type and sign.
            #[inline]
            fn shl(ty: IntTy, a: $unsigned, amount: $unsigned) -> $unsigned {
                let amount = amount as u32 & (ty.bits() - 1);
                (a << amount) & mask(ty)
            }

            /// See [`shl`] for the amount.
            #[inline]
            fn shr(ty: IntTy, a: $unsigned, amount: $unsigned) -> $unsigned {
                let amount = amount as u32 & (ty.bits() - 1);
                if ty.is_signed() {
                    (sign_extended(ty, a) >> amount) as $unsigned & mask(ty)
                } else {
                    a >> amount
                }
            }

            #[inline]
            pub fn less(ty: IntTy, a: $unsigned, b: $unsigned) -> bool {
                // Flipping the sign bit maps the signed order onto the unsigned one.
                let flip = if ty.is_signed() { min(ty) } else { 0 };
                (a ^ flip) < (b ^ flip)
            }

            #[inline]
            pub fn binary(
                op: BinOp,
                ty: IntTy,
                a: $unsigned,
                b: $unsigned,
            ) -> Result<$unsigned, Fault> {
                Ok(match op {
                    BinOp::Add => a.wrapping_add(b) & mask(ty),
                    BinOp::Sub => a.wrapping_sub(b) & mask(ty),
                    BinOp::Mul => a.wrapping_mul(b) & mask(ty),
                    BinOp::Div => div(ty, a, b)?,
                    BinOp::Rem => rem(ty, a, b)?,
                    BinOp::BitXor => a ^ b,
                    BinOp::BitAnd => a & b,
                    BinOp::BitOr => a | b,
                    BinOp::Shl => shl(ty, a, b),
                    BinOp::Shr => shr(ty, a, b),
                    BinOp::Eq => (a == b) as $unsigned,
                    BinOp::Ne => (a != b) as $unsigned,
                    BinOp::Lt => less(ty, a, b) as $unsigned,
                    BinOp::Ge => !less(ty, a, b) as $unsigned,
                    BinOp::Gt => less(ty, b, a) as $unsigned,
                    BinOp::Le => !less(ty, b, a) as $unsigned,
                    BinOp::Offset => unreachable!("Offset is about pointers, not integers"),
                })
            }
        }
    };
}

rules_over_word!(narrow, u64, i64);
rules_over_word!(wide, u128, i128);

#[inline]
fn is_narrow(ty: IntTy) -> bool {
    ty.bits() <= 64
}

/// The bits that fit the type.
#[inline]
pub fn truncate(ty: IntTy, bits: u128) -> u128 {
    bits & wide::mask(ty)
}

/// The value, if the type is signed; of an unsigned type its bits as they are.
#[inline]
pub fn extend(ty: IntTy, bits: u128) -> i128 {
    if !ty.is_signed() {
        bits as i128
    } else if is_narrow(ty) {
        i128::from(narrow::sign_extended(ty, bits as u64))
    } else {
        bits as i128
    }
}

#[inline]
pub fn min(ty: IntTy) -> u128 {
    if ty.is_signed() { 1 << (ty.bits() - 1) } else { 0 }
}

#[inline]
pub fn max(ty: IntTy) -> u128 {
    wide::mask(ty) >> ty.is_signed() as u32
}

/// `a op b`. The type is that of the left operand; a shift's right operand may have any
/// integer type. A comparison gives 0 or 1. `Offset` is not an operator on integers.
#[inline]
pub fn binary(op: BinOp, ty: IntTy, a: u128, b: u128) -> Result<u128, Fault> {
    if is_narrow(ty) {
        // Of a wide shift amount only the lowest bits matter.
        narrow::binary(op, ty, a as u64, b as u64).map(u128::from)
    } else {
        wide::binary(op, ty, a, b)
    }
}

/// [`binary`] for types of at most 64 bits, without a detour through `u128`.
#[inline]
pub fn binary64(op: BinOp, ty: IntTy, a: u64, b: u64) -> Result<u64, Fault> {
    debug_assert!(is_narrow(ty));
    narrow::binary(op, ty, a, b)
}

/// The wrapped result and whether it overflowed. Only `Add`, `Sub` and `Mul` have this
/// form: rustc rejects `Checked` around anything else, shifts included.
#[inline]
pub fn overflowing(op: BinOp, ty: IntTy, a: u128, b: u128) -> Option<(u128, bool)> {
    if is_narrow(ty) {
        let (a, b) = (a as u64, b as u64);
        let (bits, over) = match op {
            BinOp::Add => narrow::add(ty, a, b),
            BinOp::Sub => narrow::sub(ty, a, b),
            BinOp::Mul => narrow::mul(ty, a, b),
            _ => return None,
        };
        Some((u128::from(bits), over))
    } else {
        Some(match op {
            BinOp::Add => wide::add(ty, a, b),
            BinOp::Sub => wide::sub(ty, a, b),
            BinOp::Mul => wide::mul(ty, a, b),
            _ => return None,
        })
    }
}

/// `unchecked_add` and its kin: [`binary`], but leaving the type's range is a fault, and
/// so is a shift amount that is negative or not below the width.
#[inline]
pub fn unchecked(op: BinOp, ty: IntTy, a: u128, b: u128) -> Result<u128, Fault> {
    match op {
        // A negative amount, read as unsigned, is at least 128.
        BinOp::Shl | BinOp::Shr if b >= u128::from(ty.bits()) => Err(Fault::ShiftOutOfRange),
        _ => match overflowing(op, ty, a, b) {
            Some((bits, false)) => Ok(bits),
            Some((_, true)) => Err(Fault::Overflow),
            None => binary(op, ty, a, b),
        },
    }
}

/// `saturating_add`
#[inline]
pub fn saturating_add(ty: IntTy, a: u128, b: u128) -> u128 {
    let (bits, over) = if is_narrow(ty) {
        let (bits, over) = narrow::add(ty, a as u64, b as u64);
        (u128::from(bits), over)
    } else {
        wide::add(ty, a, b)
    };
    // It can only overflow in the direction of `a`'s sign.
    if !over {
        bits
    } else if is_negative(ty, a) {
        min(ty)
    } else {
        max(ty)
    }
}

/// `saturating_sub`
#[inline]
pub fn saturating_sub(ty: IntTy, a: u128, b: u128) -> u128 {
    let (bits, over) = if is_narrow(ty) {
        let (bits, over) = narrow::sub(ty, a as u64, b as u64);
        (u128::from(bits), over)
    } else {
        wide::sub(ty, a, b)
    };
    if !over {
        bits
    } else if is_negative(ty, a) || !ty.is_signed() {
        min(ty)
    } else {
        max(ty)
    }
}

#[inline]
pub fn is_negative(ty: IntTy, bits: u128) -> bool {
    ty.is_signed() && bits >> (ty.bits() - 1) != 0
}

/// `exact_div`: no remainder is allowed.
#[inline]
pub fn exact_div(ty: IntTy, a: u128, b: u128) -> Result<u128, Fault> {
    let quotient = binary(BinOp::Div, ty, a, b)?;
    match binary(BinOp::Rem, ty, a, b)? {
        0 => Ok(quotient),
        _ => Err(Fault::InexactDivision),
    }
}

/// `disjoint_bitor`: no bit may be set in both.
#[inline]
pub fn disjoint_bitor(a: u128, b: u128) -> Result<u128, Fault> {
    if a & b == 0 { Ok(a | b) } else { Err(Fault::SharedBits) }
}

/// The low and high half of `a * b + c + d` on unsigned integers, which always fits.
pub fn carrying_mul_add(ty: IntTy, [a, b, c, d]: [u128; 4]) -> (u128, u128) {
    let width = ty.bits();
    if width <= 64 {
        let wide = a * b + c + d;
        return (truncate(ty, wide), wide >> width);
    }
    let halves = |number: u128| (number & u128::from(u64::MAX), number >> 64);
    let ((a0, a1), (b0, b1)) = (halves(a), halves(b));
    // As on paper: four products of halves, each with room for two more halves.
    let (low, carry) = halves(a0 * b0);
    let (middle, carry) = halves(a1 * b0 + carry);
    let (middle, more) = halves(a0 * b1 + middle);
    let high = a1 * b1 + carry + more;
    let (low, one) = (middle << 64 | low).overflowing_add(c);
    let (low, two) = low.overflowing_add(d);
    (low, high + u128::from(one) + u128::from(two))
}

/// `three_way_compare`: -1, 0 or 1 as bits of an `i8`.
#[inline]
pub fn three_way_compare(ty: IntTy, a: u128, b: u128) -> u128 {
    if a == b {
        0
    } else if wide::less(ty, a, b) {
        0xff
    } else {
        1
    }
}

/// `!a`
#[inline]
pub fn not(ty: IntTy, a: u128) -> u128 {
    !a & wide::mask(ty)
}

/// `!a` of a `bool`.
#[inline]
pub fn not_bool(a: u128) -> u128 {
    a ^ 1
}

/// `-a`, wrapping.
#[inline]
pub fn neg(ty: IntTy, a: u128) -> u128 {
    a.wrapping_neg() & wide::mask(ty)
}

/// `a as to`: sign or zero extension by the source type, then truncation. `bool` and
/// `char` are cast as `u8` and `u32`; `u8 as char` keeps its bits.
#[inline]
pub fn cast(from: IntTy, to: IntTy, bits: u128) -> u128 {
    truncate(to, extend(from, bits) as u128)
}

/// `rotate_left`: any amount, modulo the width.
#[inline]
pub fn rotate_left(ty: IntTy, a: u128, amount: u32) -> u128 {
    let amount = amount & (ty.bits() - 1);
    if amount == 0 { a } else { truncate(ty, a << amount) | a >> (ty.bits() - amount) }
}

/// `rotate_right`: any amount, modulo the width.
#[inline]
pub fn rotate_right(ty: IntTy, a: u128, amount: u32) -> u128 {
    rotate_left(ty, a, ty.bits() - (amount & (ty.bits() - 1)))
}

/// `ctpop`
#[inline]
pub fn count_ones(a: u128) -> u32 {
    a.count_ones()
}

/// `ctlz`: the width, if there is no one.
#[inline]
pub fn leading_zeros(ty: IntTy, a: u128) -> u32 {
    a.leading_zeros() - (128 - ty.bits())
}

/// `cttz`: the width, if there is no one.
#[inline]
pub fn trailing_zeros(ty: IntTy, a: u128) -> u32 {
    a.trailing_zeros().min(ty.bits())
}

/// `ctlz_nonzero`
#[inline]
pub fn leading_zeros_nonzero(ty: IntTy, a: u128) -> Result<u32, Fault> {
    if a == 0 { Err(Fault::CountOfZero) } else { Ok(leading_zeros(ty, a)) }
}

/// `cttz_nonzero`
#[inline]
pub fn trailing_zeros_nonzero(ty: IntTy, a: u128) -> Result<u32, Fault> {
    if a == 0 { Err(Fault::CountOfZero) } else { Ok(trailing_zeros(ty, a)) }
}

/// `bswap`
#[inline]
pub fn swap_bytes(ty: IntTy, a: u128) -> u128 {
    a.swap_bytes() >> (128 - ty.bits())
}

/// `bitreverse`
#[inline]
pub fn reverse_bits(ty: IntTy, a: u128) -> u128 {
    a.reverse_bits() >> (128 - ty.bits())
}

#[cfg(test)]
mod tests;
