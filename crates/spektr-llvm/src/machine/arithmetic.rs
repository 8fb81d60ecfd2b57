//! Integer instructions on values: poison spreads, known numbers are computed, and what is
//! open stays as open as it must. LangRef, "Poison Values", "Undefined Values". Pointers in
//! integer registers are the caller's to resolve first.

use spektr_number::{Big, Int, IntOp};

use super::integer::{self, Fault, Function, mask, minimum, signed};
use super::open;
use super::spread::Spread;
use super::stop::{Step, Undefined, Unspecified, unsupported};
use super::value::Value;
use crate::syntax::{BinaryOp, CastOp, Flags, IntPredicate};

/// What is known of a value of up to 128 bits: the numbers it may have, and whether each use
/// may see another. `None` for poison and for what the machine gave up on.
pub fn spread_of(width: u32, value: &Value) -> Option<(Spread, bool)> {
    match value {
        Value::Undef => Some((Spread::all(width), true)),
        Value::Partial(partial) => Some((partial.spread.clone(), partial.undef)),
        value => value.known().map(|number| (Spread::one(number), false)),
    }
}

/// The value of a fault: poison, or the stop.
fn faulted(fault: Fault) -> Step<Value> {
    match fault {
        Fault::Poison => Ok(Value::Poison),
        Fault::Undefined(rule) => Err(rule.into()),
    }
}

fn spread_result(width: u32, undef: bool, result: Result<Spread, Fault>) -> Step<Value> {
    match result {
        Ok(spread) => Ok(Value::partial(width, undef, spread)),
        Err(fault) => faulted(fault),
    }
}

fn is_division(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem)
}

/// A binary operation on integers.
#[inline]
pub fn binary(op: BinaryOp, flags: Flags, width: u32, a: &Value, b: &Value) -> Step<Value> {
    if let (Value::Int(a), Value::Int(b)) = (a, b) {
        return match quick(op, flags, width, *a, *b) {
            Some(result) => Ok(Value::Int(result)),
            None => match integer::binary(op, flags, width, u128::from(*a), u128::from(*b)) {
                Ok(number) => Ok(Value::Int(number as u64)),
                Err(fault) => faulted(fault),
            },
        };
    }
    slow(op, flags, width, a, b)
}

/// What needs no care: operations without flags that every number has a result for.
#[inline]
fn quick(op: BinaryOp, flags: Flags, width: u32, a: u64, b: u64) -> Option<u64> {
    let mask = u64::MAX >> (64 - width);
    let result = match op {
        BinaryOp::And => return Some(a & b),
        BinaryOp::Xor => return Some(a ^ b),
        _ if !flags.is_empty() => return None,
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Or => a | b,
        BinaryOp::Shl if b < u64::from(width) => a << b,
        BinaryOp::LShr if b < u64::from(width) => a >> b,
        _ => return None,
    };
    Some(result & mask)
}

fn slow(op: BinaryOp, flags: Flags, width: u32, a: &Value, b: &Value) -> Step<Value> {
    if is_division(op) {
        // LangRef, "'udiv' Instruction": a poison divisor is undefined behaviour.
        match b {
            Value::Poison => return Err(Undefined::DivisorPoison.into()),
            Value::Unknown(_) => return Err(Unspecified::OpenDivisor.into()),
            Value::Big(divisor) if divisor.as_amount() == Some(0) => {
                return Err(Undefined::DivisionByZero.into());
            }
            _ => {}
        }
        match spread_of(width.min(128), b) {
            Some((divisor, _)) if divisor.single() == Some(0) => {
                return Err(Undefined::DivisionByZero.into());
            }
            Some((divisor, undef)) if divisor.contains(0) && b.known().is_none() => {
                return Err(match undef {
                    true => Undefined::DivisorPoison.into(),
                    // Whether it is zero is open, but fixed.
                    false => Unspecified::OpenDivisor.into(),
                });
            }
            _ => {}
        }
    }
    match (a, b) {
        // A dividend that is poison may be the smallest number: with -1 as the divisor that is
        // undefined behaviour. LangRef, "'sdiv' Instruction".
        (Value::Poison, divisor) if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) => {
            let width = width.min(128);
            let open =
                spread_of(width, divisor).is_none_or(|(it, _)| it.contains(integer::mask(width)));
            return if open { Err(Undefined::DivisionOverflow.into()) } else { Ok(Value::Poison) };
        }
        (Value::Poison, _) | (_, Value::Poison) => return Ok(Value::Poison),
        (Value::Unknown(why), _) | (_, Value::Unknown(why)) => return Ok(Value::Unknown(*why)),
        (Value::Big(a), Value::Big(b)) => return big_binary(op, flags, a, b),
        _ => {}
    }
    if width > 128 {
        return wide_open(op, flags, b);
    }
    let (Some((left, left_undef)), Some((right, right_undef))) =
        (spread_of(width, a), spread_of(width, b))
    else {
        return unsupported("an integer operation on another kind of value");
    };
    if let (Some(left), Some(right)) = (left.single(), right.single()) {
        return match integer::binary(op, flags, width, left, right) {
            Ok(number) => Ok(Value::number(width, number)),
            Err(fault) => faulted(fault),
        };
    }
    let overflows = matches!(op, BinaryOp::SDiv | BinaryOp::SRem)
        && right.contains(integer::mask(width))
        && left.contains(integer::minimum(width));
    if overflows {
        return Err(Undefined::DivisionOverflow.into());
    }
    let result = open::binary(op, flags, width, &left, &right);
    spread_result(width, left_undef || right_undef, result)
}

/// Beyond 128 bits what is partly open is wholly so.
fn wide_open(op: BinaryOp, flags: Flags, b: &Value) -> Step<Value> {
    if is_division(op) && !matches!(b, Value::Big(_)) {
        return Err(Undefined::DivisorPoison.into());
    }
    // The dividend may be the smallest number.
    let negates = matches!(b, Value::Big(it) if **it == Big::all_ones(it.width()));
    if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) && negates {
        return Err(Undefined::DivisionOverflow.into());
    }
    let shift = matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr);
    let short = match b {
        Value::Big(amount) => amount.as_amount().is_some_and(|it| it < amount.width()),
        _ => false,
    };
    let may_fail = !flags.and(op.flags()).is_empty() || shift && !short;
    Ok(if may_fail { Value::Poison } else { Value::Undef })
}

fn number_fault(fault: spektr_number::Fault) -> Fault {
    match fault {
        spektr_number::Fault::DivisionByZero | spektr_number::Fault::RemainderByZero => {
            Fault::Undefined(Undefined::DivisionByZero)
        }
        spektr_number::Fault::DivisionOverflow | spektr_number::Fault::RemainderOverflow => {
            Fault::Undefined(Undefined::DivisionOverflow)
        }
        _ => Fault::Poison,
    }
}

/// Integers of more than 128 bits.
fn big_binary(op: BinaryOp, flags: Flags, a: &Big, b: &Big) -> Step<Value> {
    let known = |number: Big| Ok(Value::Big(Box::new(number)));
    let wrapped = |int_op: IntOp| {
        let overflows = |is_signed| a.overflowing(int_op, b, is_signed).is_some_and(|(_, it)| it);
        let broken =
            flags.has(Flags::NUW) && overflows(false) || flags.has(Flags::NSW) && overflows(true);
        match a.overflowing(int_op, b, false) {
            _ if broken => Ok(Value::Poison),
            Some((number, _)) => Ok(Value::Big(Box::new(number))),
            None => unsupported("an operation on a wide integer"),
        }
    };
    match op {
        BinaryOp::Add => wrapped(IntOp::Add),
        BinaryOp::Sub => wrapped(IntOp::Sub),
        BinaryOp::Mul => wrapped(IntOp::Mul),
        BinaryOp::And => known(a.and(b)),
        BinaryOp::Xor => known(a.xor(b)),
        BinaryOp::Or if flags.has(Flags::DISJOINT) && !a.and(b).is_zero() => Ok(Value::Poison),
        BinaryOp::Or => known(a.or(b)),
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
            let Some(amount) = b.as_amount().filter(|&amount| amount < a.width()) else {
                return Ok(Value::Poison);
            };
            let (result, back) = match op {
                BinaryOp::Shl => (a.shl(amount), None),
                BinaryOp::LShr => (a.lshr(amount), Some(())),
                _ => (a.ashr(amount), Some(())),
            };
            let broken = match back {
                None => {
                    flags.has(Flags::NUW) && result.lshr(amount) != *a
                        || flags.has(Flags::NSW) && result.ashr(amount) != *a
                }
                Some(()) => flags.has(Flags::EXACT) && result.shl(amount) != *a,
            };
            if broken { Ok(Value::Poison) } else { known(result) }
        }
        _ => {
            let is_signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
            let (quotient, rest) = match a.div_rem(b, is_signed) {
                Ok(parts) => parts,
                Err(fault) => return faulted(number_fault(fault)),
            };
            match op {
                BinaryOp::URem | BinaryOp::SRem => known(rest),
                _ if flags.has(Flags::EXACT) && !rest.is_zero() => Ok(Value::Poison),
                _ => known(quotient),
            }
        }
    }
}

/// `icmp` on integers. LangRef, "'icmp' Instruction": `samesign` with signs that differ is
/// poison.
#[inline]
pub fn compare(
    predicate: IntPredicate,
    flags: Flags,
    width: u32,
    a: &Value,
    b: &Value,
) -> Step<Value> {
    if let (Value::Int(a), Value::Int(b)) = (a, b) {
        if flags.has(Flags::SAME_SIGN) && (a ^ b) >> (width - 1) & 1 == 1 {
            return Ok(Value::Poison);
        }
        let shift = 64 - width;
        let (sa, sb) = (((a << shift) as i64), ((b << shift) as i64));
        return Ok(Value::bool(match predicate {
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
        }));
    }
    match (a, b) {
        (Value::Poison, _) | (_, Value::Poison) => return Ok(Value::Poison),
        (Value::Unknown(why), _) | (_, Value::Unknown(why)) => return Ok(Value::Unknown(*why)),
        (Value::Big(a), Value::Big(b)) => {
            if flags.has(Flags::SAME_SIGN) && a.is_negative() != b.is_negative() {
                return Ok(Value::Poison);
            }
            let order = a.order(b, is_signed(predicate));
            return Ok(Value::bool(holds(predicate, order)));
        }
        _ if width > 128 && flags.has(Flags::SAME_SIGN) => return Ok(Value::Poison),
        _ if width > 128 => return Ok(Value::Undef),
        _ => {}
    }
    let (Some((left, left_undef)), Some((right, right_undef))) =
        (spread_of(width, a), spread_of(width, b))
    else {
        return unsupported("a comparison of another kind of value");
    };
    if flags.has(Flags::SAME_SIGN) {
        let signs = |spread: &Spread| {
            let (low, high) = spread.signed(width);
            (low < 0, high < 0)
        };
        let (a, b) = (signs(&left), signs(&right));
        if a.0 != a.1 || b.0 != b.1 || a.0 != b.0 {
            return Ok(Value::Poison);
        }
    }
    let result = open::compare(predicate, width, &left, &right);
    Ok(Value::partial(1, left_undef || right_undef, result))
}

pub fn is_signed(predicate: IntPredicate) -> bool {
    matches!(
        predicate,
        IntPredicate::Sgt | IntPredicate::Sge | IntPredicate::Slt | IntPredicate::Sle
    )
}

pub fn holds(predicate: IntPredicate, order: std::cmp::Ordering) -> bool {
    match predicate {
        IntPredicate::Eq => order.is_eq(),
        IntPredicate::Ne => order.is_ne(),
        IntPredicate::Ugt | IntPredicate::Sgt => order.is_gt(),
        IntPredicate::Uge | IntPredicate::Sge => order.is_ge(),
        IntPredicate::Ult | IntPredicate::Slt => order.is_lt(),
        IntPredicate::Ule | IntPredicate::Sle => order.is_le(),
    }
}

/// `trunc`, `zext` and `sext`. LangRef, "Conversion Operations": `nneg`, and `nuw` or `nsw`
/// of a truncation that loses bits, give poison.
pub fn resize(op: CastOp, flags: Flags, from: u32, to: u32, a: &Value) -> Step<Value> {
    match a {
        Value::Poison => return Ok(Value::Poison),
        Value::Unknown(why) => return Ok(Value::Unknown(*why)),
        Value::Big(big) => return Ok(resize_big(op, flags, to, big)),
        Value::Undef if from > 128 => {
            return Ok(if flags.is_empty() { Value::Undef } else { Value::Poison });
        }
        _ => {}
    }
    if to > 128 {
        return Ok(widen(op, flags, from, to, a));
    }
    let Some((spread, undef)) = spread_of(from, a) else {
        return unsupported("an integer conversion of another kind of value");
    };
    if !flags.is_empty() && !resize_keeps(op, flags, from, to, &spread) {
        return Ok(Value::Poison);
    }
    Ok(Value::partial(to, undef, open::resize(op == CastOp::SExt, from, to, &spread)))
}

/// Whether the flags of a conversion hold for all possible numbers.
fn resize_keeps(op: CastOp, flags: Flags, from: u32, to: u32, spread: &Spread) -> bool {
    let (low, high) = spread.signed(from);
    let (_, top) = spread.unsigned(from);
    match op {
        CastOp::Trunc => {
            let limit = signed(to, minimum(to));
            (!flags.has(Flags::NUW) || top <= mask(to))
                && (!flags.has(Flags::NSW) || low >= limit && high < -limit)
        }
        _ => !flags.has(Flags::NNEG) || low >= 0,
    }
}

fn resize_big(op: CastOp, flags: Flags, to: u32, big: &Big) -> Value {
    let result = match op {
        CastOp::Trunc => big.trunc(to),
        CastOp::SExt => big.sext(to),
        _ => big.zext(to),
    };
    let broken = match op {
        CastOp::Trunc => {
            flags.has(Flags::NUW) && result.zext(big.width()) != *big
                || flags.has(Flags::NSW) && result.sext(big.width()) != *big
        }
        _ => flags.has(Flags::NNEG) && big.is_negative(),
    };
    match broken {
        true => Value::Poison,
        false if to <= 128 => Value::number(to, result.low_u128()),
        false => Value::Big(Box::new(result)),
    }
}

fn widen(op: CastOp, flags: Flags, from: u32, to: u32, a: &Value) -> Value {
    let Some(number) = a.known() else {
        return if flags.is_empty() { Value::Undef } else { Value::Poison };
    };
    let negative = signed(from, number) < 0;
    match op {
        CastOp::SExt => Value::Big(Box::new(Big::from_i128(to, signed(from, number)))),
        _ if flags.has(Flags::NNEG) && negative => Value::Poison,
        _ => Value::Big(Box::new(Big::from_u128(to, number))),
    }
}

/// An integer intrinsic of one or two operands.
pub fn function(it: Function, width: u32, a: &Value, b: &Value) -> Step<Value> {
    match (a, b) {
        (Value::Poison, _) | (_, Value::Poison) => return Ok(Value::Poison),
        (Value::Unknown(why), _) | (_, Value::Unknown(why)) => return Ok(Value::Unknown(*why)),
        (Value::Big(left), _) => return Ok(big_function(it, left, b)),
        _ if width > 128 => return Ok(Value::Poison),
        _ => {}
    }
    let (Some((left, left_undef)), Some((right, right_undef))) =
        (spread_of(width, a), spread_of(width, b))
    else {
        return unsupported("an integer intrinsic on another kind of value");
    };
    if let (Some(left), Some(right)) = (left.single(), right.single()) {
        return match integer::function(it, width, left, right) {
            Ok(number) => Ok(Value::number(width, number)),
            Err(fault) => faulted(fault),
        };
    }
    spread_result(width, left_undef || right_undef, open::function(it, width, &left, &right))
}

fn big_function(it: Function, a: &Big, b: &Value) -> Value {
    let known = |number: Big| Value::Big(Box::new(number));
    let count = |count: u32| known(Big::from_u128(a.width(), u128::from(count)));
    let one = match it {
        Function::Abs(poison) => {
            let smallest = *a == Big::signed_min(a.width());
            Some(if poison && smallest { Value::Poison } else { known(a.abs()) })
        }
        Function::CtPop => Some(count(a.count_ones())),
        Function::Ctlz(true) | Function::Cttz(true) if a.is_zero() => Some(Value::Poison),
        Function::Ctlz(_) => Some(count(a.leading_zeros())),
        Function::Cttz(_) => Some(count(a.trailing_zeros())),
        Function::BitReverse => Some(known(a.reverse_bits())),
        Function::BSwap => Some(known(a.swap_bytes())),
        _ => None,
    };
    if let Some(value) = one {
        return value;
    }
    let Value::Big(b) = b else {
        // The amount of a shift may be too large.
        let shifts = matches!(it, Function::SShlSat | Function::UShlSat);
        return if shifts { Value::Poison } else { Value::Undef };
    };
    let saturating = |op, is_signed| a.saturating(op, b, is_signed).map_or(Value::Poison, known);
    match it {
        Function::SMin => known(if a.scmp(b).is_lt() { a.clone() } else { (**b).clone() }),
        Function::SMax => known(if a.scmp(b).is_gt() { a.clone() } else { (**b).clone() }),
        Function::UMin => known(if a.ucmp(b).is_lt() { a.clone() } else { (**b).clone() }),
        Function::UMax => known(if a.ucmp(b).is_gt() { a.clone() } else { (**b).clone() }),
        Function::SAddSat => saturating(IntOp::Add, true),
        Function::UAddSat => saturating(IntOp::Add, false),
        Function::SSubSat => saturating(IntOp::Sub, true),
        Function::USubSat => saturating(IntOp::Sub, false),
        Function::SShlSat | Function::UShlSat => big_shl_sat(it == Function::SShlSat, a, b),
        _ => Value::Poison,
    }
}

fn big_shl_sat(is_signed: bool, a: &Big, b: &Big) -> Value {
    let Some(amount) = b.as_amount().filter(|&amount| amount < a.width()) else {
        return Value::Poison;
    };
    let result = a.shl(amount);
    let back = if is_signed { result.ashr(amount) } else { result.lshr(amount) };
    let border = match (is_signed, a.is_negative()) {
        (false, _) => Big::all_ones(a.width()),
        (true, true) => Big::signed_min(a.width()),
        (true, false) => Big::signed_max(a.width()),
    };
    Value::Big(Box::new(if back == *a { result } else { border }))
}

/// The integer type of a width, for conversions to and from floats.
pub fn int_type(width: u32, is_signed: bool) -> Int {
    if is_signed { Int::signed(width) } else { Int::unsigned(width) }
}
