//! Integer arithmetic (6.5.3.3, 6.5.5 to 6.5.14) where it is not just an addition: division,
//! shifts, 128 bits, operands that are no plain numbers, and the builtins that count bits.

use super::Machine;
use super::code::{IntTy, OverflowInfo};
use super::stop::{Step, Stop, Undefined, Unspecified};
use super::value::{Kind, Openness, Pointer, Value};
use crate::syntax::{BinOp, BitCount};

/// The value with these bits in a register, of the type `int`.
#[inline]
pub fn make(int: IntTy, bits: u128) -> Value {
    if int.bits == 128 { Value::wide(bits) } else { Value::number(int.wrap(bits as u64)) }
}

/// The bits of a number as 128 bits, extended as its type says.
#[inline]
pub fn extend(int: IntTy, value: Value) -> u128 {
    if int.bits == 128 {
        value.bits()
    } else if int.signed {
        i128::from(value.lo as i64) as u128
    } else {
        u128::from(value.lo)
    }
}

/// What is wrong with, or open about, a value that is needed as a number.
#[cold]
pub fn no_number(value: Value) -> Box<Stop> {
    match value.kind() {
        Kind::Uninit => Undefined::Uninitialised { object: None }.into(),
        Kind::Missing => Undefined::MissingReturn.into(),
        Kind::Open => open_stop(value.openness()),
        Kind::Nan => Unspecified::NanBits.into(),
        Kind::Partial => {
            let (_, known) = value.partly();
            match known.set | known.open {
                u8::MAX => Unspecified::Padding.into(),
                _ => Undefined::Uninitialised { object: None }.into(),
            }
        }
        Kind::Number
        | Kind::Object
        | Kind::Function
        | Kind::Fragment
        | Kind::Arguments
        | Kind::Label => Unspecified::Address.into(),
    }
}

pub fn open_stop(why: Openness) -> Box<Stop> {
    match why {
        Openness::Padding => Unspecified::Padding.into(),
        Openness::Address => Unspecified::Address.into(),
        Openness::NanBits => Unspecified::NanBits.into(),
        Openness::Result => Unspecified::LibraryResult.into(),
        Openness::Other => Unspecified::OpenValue.into(),
    }
}

/// One operator on numbers of type `int`, whose bits are extended to 128.
pub fn exact(op: BinOp, int: IntTy, count: IntTy, x: u128, y: u128, strict: bool) -> Step<Value> {
    let bits = int.bits;
    let truth = |truth: bool| Value::number(u64::from(truth));
    let (sx, sy) = (x as i128, y as i128);
    let overflow = |operation| Box::<Stop>::from(Undefined::SignedOverflow { operation, bits });
    let signed = |result: Option<i128>, operation| match result {
        Some(result) if int.wrap_wide(result as u128) == result as u128 => {
            Ok(make(int, result as u128))
        }
        _ => Err(overflow(operation)),
    };
    let unsigned = |result: u128| Ok(make(int, int.wrap_wide(result)));
    match (op, int.signed) {
        (BinOp::Add, true) => signed(sx.checked_add(sy), "+"),
        (BinOp::Sub, true) => signed(sx.checked_sub(sy), "-"),
        (BinOp::Mul, true) => signed(sx.checked_mul(sy), "*"),
        (BinOp::Add, false) => unsigned(x.wrapping_add(y)),
        (BinOp::Sub, false) => unsigned(x.wrapping_sub(y)),
        (BinOp::Mul, false) => unsigned(x.wrapping_mul(y)),
        (BinOp::Div | BinOp::Rem, _) if y == 0 => Err(Undefined::DivisionByZero.into()),
        (BinOp::Div | BinOp::Rem, true) => {
            // 6.5.5p6: if the quotient is not representable, so is neither a/b nor a%b.
            let quotient = sx.checked_div(sy);
            match quotient {
                Some(quotient) if int.wrap_wide(quotient as u128) == quotient as u128 => {
                    let result = if op == BinOp::Div { quotient } else { sx % sy };
                    Ok(make(int, result as u128))
                }
                _ => Err(Undefined::DivisionOverflow { bits }.into()),
            }
        }
        (BinOp::Div, false) => unsigned(x / y),
        (BinOp::Rem, false) => unsigned(x % y),
        (BinOp::Shl | BinOp::Shr, _) => shift(op, int, count, x, y, strict),
        (BinOp::BitAnd, _) => Ok(make(int, x & y)),
        (BinOp::BitOr, _) => Ok(make(int, x | y)),
        (BinOp::BitXor, _) => Ok(make(int, x ^ y)),
        (BinOp::Less, true) => Ok(truth(sx < sy)),
        (BinOp::Less, false) => Ok(truth(x < y)),
        (BinOp::Greater, true) => Ok(truth(sx > sy)),
        (BinOp::Greater, false) => Ok(truth(x > y)),
        (BinOp::LessEqual, true) => Ok(truth(sx <= sy)),
        (BinOp::LessEqual, false) => Ok(truth(x <= y)),
        (BinOp::GreaterEqual, true) => Ok(truth(sx >= sy)),
        (BinOp::GreaterEqual, false) => Ok(truth(x >= y)),
        (BinOp::Equal, _) => Ok(truth(x == y)),
        (BinOp::NotEqual, _) => Ok(truth(x != y)),
    }
}

/// 6.5.7. `>>` of a negative number copies the sign, as gcc and clang define it.
fn shift(op: BinOp, int: IntTy, count: IntTy, x: u128, y: u128, strict: bool) -> Step<Value> {
    let bits = int.bits;
    let wrong = if count.signed { (y as i128) < 0 } else { false } || y >= u128::from(bits);
    if wrong {
        let shown = if count.signed { y as i128 } else { y.min(i128::MAX as u128) as i128 };
        return Err(Undefined::ShiftCount { count: shown, bits }.into());
    }
    if op == BinOp::Shr {
        let result = if int.signed { ((x as i128) >> y) as u128 } else { x >> y };
        return Ok(make(int, result));
    }
    if int.signed && strict {
        if (x as i128) < 0 {
            return Err(Undefined::ShiftOfNegative.into());
        }
        let room = x.leading_zeros() - u32::from(128 - bits);
        if x != 0 && y as u32 >= room {
            return Err(Undefined::ShiftOverflow { bits }.into());
        }
    }
    Ok(make(int, int.wrap_wide(x << y)))
}

/// 6.5.3.3p3.
pub fn negate(int: IntTy, value: Value) -> Step<Value> {
    exact(BinOp::Sub, int, int, 0, extend(int, value), false)
}

/// The bit-counting builtins (GCC 6.59).
pub fn count_bits(op: BitCount, int: IntTy, value: Value) -> Step<Value> {
    let width = u32::from(int.bits);
    let bits = extend(int, value) & (u128::MAX >> (128 - width));
    let above = 128 - width;
    let result = match op {
        BitCount::LeadingZeros | BitCount::TrailingZeros if bits == 0 => {
            return Err(Undefined::CountOfZero.into());
        }
        BitCount::LeadingZeros => bits.leading_zeros() - above,
        BitCount::TrailingZeros => bits.trailing_zeros(),
        BitCount::Population => bits.count_ones(),
        BitCount::Parity => bits.count_ones() % 2,
        BitCount::FindFirst => {
            if bits == 0 {
                0
            } else {
                bits.trailing_zeros() + 1
            }
        }
        BitCount::RedundantSign => {
            let extended = ((bits << above) as i128) >> above;
            let same = if extended < 0 { !extended } else { extended };
            (same as u128).leading_zeros() - above - 1
        }
    };
    Ok(Value::number(u64::from(result)))
}

pub fn byte_swap(bits: u8, value: Value) -> Value {
    let swapped = value.bits().swap_bytes() >> (128 - u32::from(bits));
    Value::wide(swapped)
}

/// Exact arithmetic on any two integer types: the wrapped result, and whether it is exact.
pub fn overflow(op: BinOp, info: OverflowInfo, a: Value, b: Value) -> (Value, bool) {
    let (x, y) = (Exact::of(info.a, a), Exact::of(info.b, b));
    let result = match op {
        BinOp::Add => x.add(y),
        BinOp::Sub => x.add(y.negated()),
        _ => x.mul(y),
    };
    let wrapped = info.result.wrap_wide(result.low());
    let fits = Exact::of_bits(info.result, wrapped) == result;
    (make(info.result, wrapped), !fits)
}

/// A number of up to 256 bits: sign and magnitude in two halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Exact {
    negative: bool,
    high: u128,
    low: u128,
}

impl Exact {
    fn of(int: IntTy, value: Value) -> Exact {
        Exact::of_bits(int, extend(int, value))
    }

    fn of_bits(int: IntTy, bits: u128) -> Exact {
        let negative = int.signed && (bits as i128) < 0;
        let low = if negative { bits.wrapping_neg() } else { bits };
        Exact { negative, high: 0, low }
    }

    fn negated(self) -> Exact {
        let zero = self.high == 0 && self.low == 0;
        Exact { negative: !self.negative && !zero, ..self }
    }

    fn add(self, other: Exact) -> Exact {
        if self.negative == other.negative {
            let (low, carry) = self.low.overflowing_add(other.low);
            return Exact { low, high: self.high + other.high + u128::from(carry), ..self };
        }
        let bigger = (self.high, self.low) >= (other.high, other.low);
        let (big, small) = if bigger { (self, other) } else { (other, self) };
        let (low, borrow) = big.low.overflowing_sub(small.low);
        let high = big.high - small.high - u128::from(borrow);
        Exact { negative: big.negative && (high, low) != (0, 0), high, low }
    }

    fn mul(self, other: Exact) -> Exact {
        let half = |x: u128| (x & u128::from(u64::MAX), x >> 64);
        let ((a, b), (c, d)) = (half(self.low), half(other.low));
        let middle =
            ((a * c) >> 64) + ((a * d) & u128::from(u64::MAX)) + ((b * c) & u128::from(u64::MAX));
        let low = self.low.wrapping_mul(other.low);
        let high = b * d + ((a * d) >> 64) + ((b * c) >> 64) + (middle >> 64);
        Exact { negative: self.negative != other.negative && (high, low) != (0, 0), high, low }
    }

    /// The lowest 128 bits in two's complement.
    fn low(self) -> u128 {
        if self.negative { self.low.wrapping_neg() } else { self.low }
    }
}

/// Shifts and divisions of numbers of up to 64 bits that are nothing special.
#[inline]
pub fn quick(op: BinOp, int: IntTy, x: &Value, y: &Value) -> Option<u64> {
    if x.meta | y.meta != 0 || int.bits > 64 {
        return None;
    }
    let (a, b) = (x.lo, y.lo);
    match op {
        BinOp::Shr if b < u64::from(int.bits) && y.hi == 0 => {
            Some(if int.signed { (a as i64 >> b) as u64 } else { a >> b })
        }
        BinOp::Shl if !int.signed && b < u64::from(int.bits) && y.hi == 0 => Some(int.wrap(a << b)),
        BinOp::Div if !int.signed => a.checked_div(b),
        BinOp::Rem if !int.signed => a.checked_rem(b),
        // Division by -1 may overflow.
        BinOp::Div if b != u64::MAX => (a as i64).checked_div(b as i64).map(|word| word as u64),
        BinOp::Rem if b != u64::MAX => (a as i64).checked_rem(b as i64).map(|word| word as u64),
        _ => None,
    }
}

impl Machine {
    /// An operator whose operands may be more than numbers.
    #[cold]
    #[inline(never)]
    pub(super) fn integer(
        &self,
        op: BinOp,
        int: IntTy,
        count: IntTy,
        x: Value,
        y: Value,
    ) -> Step<Value> {
        if x.is_number() && y.is_number() {
            let strict = self.shared.switches.left_shift;
            let right = if op.is_shift() { count } else { int };
            return exact(op, int, count, extend(int, x), extend(right, y), strict);
        }
        for value in [x, y] {
            if matches!(value.kind(), Kind::Uninit | Kind::Missing) {
                return Err(no_number(value));
            }
        }
        if int.bits == 64
            && !op.is_shift()
            && let Some(result) = self.address_arithmetic(op, x, y)?
        {
            return Ok(result);
        }
        self.open_arithmetic(op, int, x, y)
    }

    /// Integers that are addresses: what holds wherever the object lies.
    fn address_arithmetic(&self, op: BinOp, x: Value, y: Value) -> Step<Option<Value>> {
        let is_address = |value: Value| {
            matches!(value.kind(), Kind::Number | Kind::Object | Kind::Function | Kind::Label)
        };
        let moved = |pointer: Pointer, by: i64| {
            let offset = i64::from(pointer.offset).checked_add(by)?;
            Some(Pointer { offset: i32::try_from(offset).ok()?, ..pointer }.value())
        };
        Ok(match (op, x.pointer(), y.pointer()) {
            (BinOp::Add, Some(p), None) if y.is_number() => moved(p, y.lo as i64),
            (BinOp::Add, None, Some(p)) if x.is_number() => moved(p, x.lo as i64),
            (BinOp::Sub, Some(p), None) if y.is_number() => {
                (y.lo as i64).checked_neg().and_then(|by| moved(p, by))
            }
            (BinOp::Sub, Some(p), Some(q)) if p.object == q.object => {
                Some(Value::number(i64::from(p.offset - q.offset) as u64))
            }
            (BinOp::BitAnd, Some(p), None) if y.is_number() => self.masked(p, y.lo),
            (BinOp::BitAnd, None, Some(p)) if x.is_number() => self.masked(p, x.lo),
            (BinOp::Rem, Some(p), None) if y.is_number() && y.lo.is_power_of_two() => {
                self.masked(p, y.lo - 1)
            }
            (BinOp::Equal | BinOp::NotEqual, ..) if is_address(x) && is_address(y) => {
                let equal = self.same_address(x, y)?;
                Some(Value::number(u64::from(equal == (op == BinOp::Equal))))
            }
            (
                BinOp::Less | BinOp::Greater | BinOp::LessEqual | BinOp::GreaterEqual,
                Some(p),
                Some(q),
            ) if p.object == q.object => {
                let ordering = p.offset.cmp(&q.offset);
                Some(Value::number(u64::from(match op {
                    BinOp::Less => ordering.is_lt(),
                    BinOp::Greater => ordering.is_gt(),
                    BinOp::LessEqual => ordering.is_le(),
                    _ => ordering.is_ge(),
                })))
            }
            _ => None,
        })
    }

    /// `address & mask`: low bits follow from the alignment; without low bits it is an address.
    fn masked(&self, pointer: Pointer, mask: u64) -> Option<Value> {
        let align = u64::from(self.memory.get(pointer.object)?.align);
        if mask < align {
            return Some(Value::number(pointer.offset as u64 & mask));
        }
        if (!mask).wrapping_add(1).is_power_of_two() || mask == u64::MAX {
            let rounding = (!mask).wrapping_add(1);
            if mask == u64::MAX || rounding <= align {
                let offset = pointer.offset & mask as i32;
                return Some(Pointer { offset, ..pointer }.value());
            }
        }
        None
    }

    /// The result depends on something open: it is open, unless it might not even be defined.
    fn open_arithmetic(&self, op: BinOp, int: IntTy, x: Value, y: Value) -> Step<Value> {
        let culprit = if x.is_number() { y } else { x };
        let zero = |value: Value| value.is_number() && value.bits() == 0;
        let ordering = match (x.known_sign(), y.known_sign()) {
            (Some(sign), None) if zero(y) => Some(sign),
            (None, Some(sign)) if zero(x) => Some(sign.reverse()),
            _ => None,
        };
        if let Some(ordering) = ordering
            && op.is_comparison()
        {
            return Ok(Value::number(u64::from(match op {
                BinOp::Less => ordering.is_lt(),
                BinOp::Greater => ordering.is_gt(),
                BinOp::LessEqual => ordering.is_le(),
                BinOp::GreaterEqual => ordering.is_ge(),
                BinOp::Equal => ordering.is_eq(),
                _ => ordering.is_ne(),
            })));
        }
        if op == BinOp::BitAnd && (zero(x) || zero(y)) {
            return Ok(make(int, 0));
        }
        let harmless = match op {
            BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => true,
            BinOp::Add | BinOp::Sub | BinOp::Mul => !int.signed,
            BinOp::Shl | BinOp::Shr => y.is_number() && y.bits() < u128::from(int.bits),
            BinOp::Div | BinOp::Rem => y.is_number() && y.bits() != 0 && !int.signed,
            BinOp::Less
            | BinOp::Greater
            | BinOp::LessEqual
            | BinOp::GreaterEqual
            | BinOp::Equal
            | BinOp::NotEqual => true,
        };
        if !harmless || culprit.kind() == Kind::Partial {
            return Err(no_number(culprit));
        }
        Ok(Value::open(match culprit.kind() {
            Kind::Open => culprit.openness(),
            Kind::Nan => Openness::NanBits,
            _ => Openness::Address,
        }))
    }

    /// 6.3.1.3: conversion between integer types of a value that is no plain number.
    #[cold]
    pub(super) fn convert_odd(&self, from: IntTy, to: IntTy, value: Value) -> Step<Value> {
        match value.kind() {
            Kind::Uninit | Kind::Missing => Err(no_number(value)),
            Kind::Object | Kind::Function | Kind::Label if to.bits >= 64 && from.bits >= 64 => {
                Ok(value)
            }
            // The low bits of an aligned address are known.
            Kind::Object if to.bits < 64 => Ok(Value::open(Openness::Address)),
            Kind::Fragment | Kind::Partial if to.bits >= 8 => Ok(value),
            // A narrower type keeps no sign.
            Kind::Open if to.bits < from.bits => Ok(Value { hi: 0, ..value }),
            Kind::Open => Ok(value),
            _ => Ok(Value::open(Openness::Address)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overflow_builtins_are_exact_for_mixed_types() {
        let info = |a: (u8, bool), b: (u8, bool), r: (u8, bool)| {
            let int = |(bits, signed)| IntTy { bits, signed };
            OverflowInfo { a: int(a), b: int(b), result: int(r) }
        };
        let mixed = info((32, true), (64, false), (32, true));
        let minus_one = Value::number(-1i64 as u64);
        let (value, wrong) = overflow(BinOp::Add, mixed, minus_one, Value::number(1));
        assert_eq!((value, wrong), (Value::ZERO, false));
        let (_, wrong) = overflow(BinOp::Sub, mixed, minus_one, Value::number(u64::MAX));
        assert!(wrong);
        let wide = info((128, false), (128, false), (128, false));
        let big = Value::wide(u128::MAX);
        assert!(overflow(BinOp::Mul, wide, big, big).1);
        let (value, wrong) = overflow(BinOp::Mul, wide, big, Value::wide(1));
        assert_eq!((value, wrong), (big, false));
    }

    #[test]
    fn strict_left_shifts_keep_the_sign_bit_clear() {
        let shl = |x: u128, y: u128| exact(BinOp::Shl, IntTy::INT, IntTy::INT, x, y, true);
        assert_eq!(shl(1, 30), Ok(Value::number(1 << 30)));
        assert!(shl(1, 31).is_err() && shl(2, 30).is_err() && shl(0, 31).is_ok());
        assert_eq!(
            exact(BinOp::Shl, IntTy::INT, IntTy::INT, 1, 31, false),
            Ok(Value::number(i64::from(i32::MIN) as u64))
        );
    }
}
