//! Integer operations on known bits: what each instruction computes, when its flags turn the
//! result into poison and when it is undefined. Numbers are zero-extended in a `u128`; widths
//! beyond 128 bits are `wide`'s. Knows neither undef nor memory.

use super::stop::Undefined;
use crate::syntax::{BinaryOp, Flags, IntPredicate};

/// Why an operation on known bits has no number as its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Poison,
    Undefined(Undefined),
}

/// All bits of a width.
#[inline]
pub fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The bits as a signed number.
#[inline]
pub fn signed(width: u32, bits: u128) -> i128 {
    let shift = 128 - width;
    ((bits << shift) as i128) >> shift
}

/// The smallest signed number.
#[inline]
pub fn minimum(width: u32) -> u128 {
    1 << (width - 1)
}

/// The largest signed number.
#[inline]
pub fn maximum(width: u32) -> u128 {
    mask(width) >> 1
}

/// Whether a signed number is one of the width.
#[inline]
fn fits(width: u32, number: i128) -> bool {
    signed(width, number as u128 & mask(width)) == number
}

/// LangRef, "Binary Operations" and "Bitwise Binary Operations": the wrapped result, poison
/// if a flag does not hold or a shift is by the width or more, undefined for divisions that
/// have no result.
#[inline]
pub fn binary(op: BinaryOp, flags: Flags, width: u32, a: u128, b: u128) -> Result<u128, Fault> {
    let mask = mask(width);
    let poison_if = |broken: bool, result: u128| {
        if broken { Err(Fault::Poison) } else { Ok(result & mask) }
    };
    match op {
        BinaryOp::Add => {
            let sum = a.wrapping_add(b) & mask;
            let signed_overflow = (a ^ sum) & (b ^ sum) & minimum(width) != 0;
            poison_if(
                flags.has(Flags::NUW) && sum < a || flags.has(Flags::NSW) && signed_overflow,
                sum,
            )
        }
        BinaryOp::Sub => {
            let difference = a.wrapping_sub(b) & mask;
            let signed_overflow = (a ^ b) & (a ^ difference) & minimum(width) != 0;
            poison_if(
                flags.has(Flags::NUW) && a < b || flags.has(Flags::NSW) && signed_overflow,
                difference,
            )
        }
        BinaryOp::Mul => {
            let unsigned = a.checked_mul(b).is_none_or(|product| product > mask);
            let signed_product = signed(width, a).checked_mul(signed(width, b));
            let signed_overflow = signed_product.is_none_or(|product| !fits(width, product));
            poison_if(
                flags.has(Flags::NUW) && unsigned || flags.has(Flags::NSW) && signed_overflow,
                a.wrapping_mul(b),
            )
        }
        BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem => {
            divide(op, flags, width, a, b)
        }
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => shift(op, flags, width, a, b),
        BinaryOp::And => Ok(a & b),
        BinaryOp::Or => poison_if(flags.has(Flags::DISJOINT) && a & b != 0, a | b),
        BinaryOp::Xor => Ok(a ^ b),
        _ => unreachable!("{} is no integer operation", op.word()),
    }
}

fn divide(op: BinaryOp, flags: Flags, width: u32, a: u128, b: u128) -> Result<u128, Fault> {
    if b == 0 {
        return Err(Fault::Undefined(Undefined::DivisionByZero));
    }
    let is_signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
    if is_signed && a == minimum(width) && b == mask(width) {
        return Err(Fault::Undefined(Undefined::DivisionOverflow));
    }
    let (quotient, rest) = if is_signed {
        let (a, b) = (signed(width, a), signed(width, b));
        ((a / b) as u128 & mask(width), (a % b) as u128 & mask(width))
    } else {
        (a / b, a % b)
    };
    match op {
        BinaryOp::URem | BinaryOp::SRem => Ok(rest),
        _ if flags.has(Flags::EXACT) && rest != 0 => Err(Fault::Poison),
        _ => Ok(quotient),
    }
}

fn shift(op: BinaryOp, flags: Flags, width: u32, a: u128, amount: u128) -> Result<u128, Fault> {
    if amount >= u128::from(width) {
        return Err(Fault::Poison);
    }
    let amount = amount as u32;
    if op == BinaryOp::Shl {
        let result = (a << amount) & mask(width);
        let unsigned = result >> amount != a;
        let signed_overflow = signed(width, result) >> amount != signed(width, a);
        let broken = flags.has(Flags::NUW) && unsigned || flags.has(Flags::NSW) && signed_overflow;
        return if broken { Err(Fault::Poison) } else { Ok(result) };
    }
    if flags.has(Flags::EXACT) && a & mask(amount.max(1)) != 0 && amount > 0 {
        return Err(Fault::Poison);
    }
    Ok(match op {
        BinaryOp::LShr => a >> amount,
        _ => (signed(width, a) >> amount) as u128 & mask(width),
    })
}

/// LangRef, "'icmp' Instruction".
#[inline]
pub fn compare(predicate: IntPredicate, width: u32, a: u128, b: u128) -> bool {
    let (sa, sb) = (signed(width, a), signed(width, b));
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => sa > sb,
        IntPredicate::Sge => sa >= sb,
        IntPredicate::Slt => sa < sb,
        IntPredicate::Sle => sa <= sb,
    }
}

/// Intrinsics of integers that take one or two numbers and give one of the same width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    SMin,
    SMax,
    UMin,
    UMax,
    SAddSat,
    UAddSat,
    SSubSat,
    USubSat,
    SShlSat,
    UShlSat,
    /// `llvm.abs`; the flag: is the smallest number poison?
    Abs(bool),
    CtPop,
    /// `llvm.ctlz`; the flag: is zero poison?
    Ctlz(bool),
    Cttz(bool),
    BitReverse,
    BSwap,
}

/// LangRef, "Bit Manipulation Intrinsics", "Saturation Arithmetic Intrinsics" and the integer
/// part of "Standard C/C++ Library Intrinsics".
pub fn function(it: Function, width: u32, a: u128, b: u128) -> Result<u128, Fault> {
    let (sa, sb) = (signed(width, a), signed(width, b));
    let clamp = |number: Option<i128>, negative: bool| match number {
        Some(number) if fits(width, number) => number as u128 & mask(width),
        _ if negative => minimum(width),
        _ => maximum(width),
    };
    Ok(match it {
        Function::SMin => {
            if sa < sb {
                a
            } else {
                b
            }
        }
        Function::SMax => {
            if sa > sb {
                a
            } else {
                b
            }
        }
        Function::UMin => a.min(b),
        Function::UMax => a.max(b),
        Function::SAddSat => clamp(sa.checked_add(sb), sa < 0),
        Function::SSubSat => clamp(sa.checked_sub(sb), sa < 0),
        Function::UAddSat => a.checked_add(b).map_or(mask(width), |sum| sum.min(mask(width))),
        Function::USubSat => a.saturating_sub(b),
        Function::SShlSat | Function::UShlSat => {
            let amount = u32::try_from(b).ok().filter(|&amount| amount < width);
            let Some(amount) = amount else { return Err(Fault::Poison) };
            let result = (a << amount) & mask(width);
            let kept = match it {
                Function::UShlSat => result >> amount == a,
                _ => signed(width, result) >> amount == sa,
            };
            match it {
                _ if kept => result,
                Function::UShlSat => mask(width),
                _ => clamp(None, sa < 0),
            }
        }
        Function::Abs(poison) => {
            if poison && a == minimum(width) {
                return Err(Fault::Poison);
            }
            if sa < 0 { a.wrapping_neg() & mask(width) } else { a }
        }
        Function::CtPop => u128::from(a.count_ones()) & mask(width),
        Function::Ctlz(poison) | Function::Cttz(poison) if a == 0 => {
            if poison {
                return Err(Fault::Poison);
            }
            u128::from(width) & mask(width)
        }
        Function::Ctlz(_) => u128::from(a.leading_zeros() - (128 - width)),
        Function::Cttz(_) => u128::from(a.trailing_zeros()),
        Function::BitReverse => a.reverse_bits() >> (128 - width),
        Function::BSwap => a.swap_bytes() >> (128 - width),
    })
}

/// `llvm.fshl` and `llvm.fshr`: the amount counts modulo the width.
pub fn funnel_shift(left: bool, width: u32, a: u128, b: u128, amount: u128) -> u128 {
    let amount = (amount % u128::from(width)) as u32;
    let result = match (left, amount) {
        (true, 0) => a,
        (false, 0) => b,
        (true, _) => a << amount | b >> (width - amount),
        (false, _) => a << (width - amount) | b >> amount,
    };
    result & mask(width)
}

/// The `*.with.overflow` intrinsics: the wrapped result and whether it wrapped.
pub fn with_overflow(op: BinaryOp, is_signed: bool, width: u32, a: u128, b: u128) -> (u128, bool) {
    let wrapped = binary(op, Flags::NONE, width, a, b).unwrap_or(0);
    let flag = if is_signed { Flags::NSW } else { Flags::NUW };
    (wrapped, binary(op, flag, width, a, b).is_err())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation at 4 bits, against arithmetic that cannot overflow.
    #[test]
    fn four_bits_exhaustively() {
        let wide = |bits: u128| bits as i64;
        let narrow = |bits: u128| if bits > 7 { bits as i64 - 16 } else { bits as i64 };
        for a in 0..16u128 {
            for b in 0..16u128 {
                let check = |op, exact: fn(i64, i64) -> i64| {
                    let unsigned = exact(wide(a), wide(b));
                    let signed = exact(narrow(a), narrow(b));
                    let wrapped = unsigned.rem_euclid(16) as u128;
                    assert_eq!(binary(op, Flags::NONE, 4, a, b), Ok(wrapped));
                    let nuw = binary(op, Flags::NUW, 4, a, b);
                    assert_eq!(nuw.is_ok(), (0..16).contains(&unsigned), "{op:?} nuw {a} {b}");
                    let nsw = binary(op, Flags::NSW, 4, a, b);
                    assert_eq!(nsw.is_ok(), (-8..8).contains(&signed), "{op:?} nsw {a} {b}");
                };
                check(BinaryOp::Add, |a, b| a + b);
                check(BinaryOp::Sub, |a, b| a - b);
                check(BinaryOp::Mul, |a, b| a * b);
                if b < 4 {
                    check(BinaryOp::Shl, |a, b| a * (1 << (b & 7)));
                    let shifted = binary(BinaryOp::LShr, Flags::EXACT, 4, a, b);
                    assert_eq!(shifted.is_ok(), a % (1 << b) == 0, "exact {a} {b}");
                } else {
                    assert_eq!(binary(BinaryOp::AShr, Flags::NONE, 4, a, b), Err(Fault::Poison));
                }
                let sum = (narrow(a) + narrow(b)).clamp(-8, 7);
                let saturated = function(Function::SAddSat, 4, a, b);
                assert_eq!(saturated, Ok(sum.rem_euclid(16) as u128));
            }
        }
    }

    #[test]
    fn counting_and_funnels() {
        assert_eq!(function(Function::Ctlz(false), 7, 1, 0), Ok(6));
        assert_eq!(function(Function::Ctlz(true), 7, 0, 0), Err(Fault::Poison));
        assert_eq!(function(Function::BSwap, 16, 0x1234, 0), Ok(0x3412));
        assert_eq!(function(Function::BitReverse, 3, 0b110, 0), Ok(0b011));
        assert_eq!(funnel_shift(true, 8, 0x81, 0xc0, 9), 0x03);
        assert_eq!(funnel_shift(false, 8, 0x81, 0xc0, 8), 0xc0);
        assert_eq!(with_overflow(BinaryOp::Mul, true, 8, 0x80, 0xff), (0x80, true));
    }
}
