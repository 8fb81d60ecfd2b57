//! Integer operations on values that are not fixed: each gives a superset of the possible
//! results. A result that may be poison is poison, an operation that may be undefined is:
//! both allow everything that the fixed results would.

use super::integer::{self, Fault, Function, mask, maximum, minimum};
use super::spread::{Spread, from_signed, range};
use crate::syntax::{BinaryOp, Flags, IntPredicate};

/// Results are listed one by one if there are at most so many pairs of operands.
const PAIRS: usize = 1024;

/// All results of `f` over pairs of numbers, if they are few enough to be listed.
pub fn pairs(
    width: u32,
    a: &Spread,
    b: &Spread,
    mut f: impl FnMut(u128, u128) -> Result<u128, Fault>,
) -> Option<Result<Spread, Fault>> {
    let a = a.list(width, PAIRS)?;
    let b = b.list(width, PAIRS / a.len().max(1))?;
    let mut results = Vec::with_capacity(a.len() * b.len());
    let mut poison = false;
    for &left in &a {
        for &right in &b {
            match f(left, right) {
                Ok(result) => results.push(result),
                Err(Fault::Poison) => poison = true,
                Err(undefined) => return Some(Err(undefined)),
            }
        }
    }
    Some(if poison { Err(Fault::Poison) } else { Ok(Spread::of(results)) })
}

/// A binary operation. LangRef, "Undefined Values": the result is some value that the
/// operation gives for some choice of the open bits.
pub fn binary(
    op: BinaryOp,
    flags: Flags,
    width: u32,
    a: &Spread,
    b: &Spread,
) -> Result<Spread, Fault> {
    if let Some(listed) = pairs(width, a, b, |a, b| integer::binary(op, flags, width, a, b)) {
        return listed;
    }
    // A flag may fail for one of the choices.
    if !flags.and(op.flags()).is_empty() {
        return Err(Fault::Poison);
    }
    Ok(match op {
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => bitwise(op, width, a, b),
        BinaryOp::Add | BinaryOp::Sub => sum(op, width, a, b),
        BinaryOp::Mul => product(width, a, b),
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => return shift(op, width, a, b),
        _ => return divide(op, width, a, b),
    })
}

fn bitwise(op: BinaryOp, width: u32, a: &Spread, b: &Spread) -> Spread {
    let ((a, a_open), (b, b_open)) = (a.as_bits(width), b.as_bits(width));
    let (ones, open) = match op {
        BinaryOp::And => {
            let (a_any, b_any) = (a | a_open, b | b_open);
            (a & b, (a_any & b_any) & !(a & b))
        }
        BinaryOp::Or => (a | b, (a_open | b_open) & !(a & !a_open | b & !b_open)),
        _ => (a ^ b, a_open | b_open),
    };
    Spread::bits(ones, open)
}

/// Ranges add up as long as they do not cover everything; known low zeros stay.
fn sum(op: BinaryOp, width: u32, a: &Spread, b: &Spread) -> Spread {
    let ((low, high), (b_low, b_high)) = (a.unsigned(width), b.unsigned(width));
    if (high - low).checked_add(b_high - b_low).is_none_or(|span| span >= mask(width)) {
        let ((low, high), (b_low, b_high)) = (a.signed(width), b.signed(width));
        let ends = match op {
            BinaryOp::Add => (low.checked_add(b_low), high.checked_add(b_high)),
            _ => (low.checked_sub(b_high), high.checked_sub(b_low)),
        };
        return match ends {
            (Some(low), Some(high)) => from_signed(width, (low, high)),
            _ => Spread::all(width),
        };
    }
    let (low, high) = match op {
        BinaryOp::Add => (low.wrapping_add(b_low), high.wrapping_add(b_high)),
        _ => (low.wrapping_sub(b_high), high.wrapping_sub(b_low)),
    };
    Spread::Range { low: low & mask(width), high: high & mask(width) }
}

fn product(width: u32, a: &Spread, b: &Spread) -> Spread {
    let (_, high) = a.unsigned(width);
    let (_, b_high) = b.unsigned(width);
    if let Some(top) = high.checked_mul(b_high).filter(|&top| top <= mask(width)) {
        let (low, b_low) = (a.unsigned(width).0, b.unsigned(width).0);
        return range(low * b_low, top);
    }
    // Low zeros of the operands are low zeros of the product.
    let zeros = |spread: &Spread| {
        let (ones, open) = spread.as_bits(width);
        (ones | open).trailing_zeros().min(width)
    };
    let known = (zeros(a) + zeros(b)).min(width);
    Spread::bits(0, mask(width) & !mask(known))
}

fn shift(op: BinaryOp, width: u32, a: &Spread, b: &Spread) -> Result<Spread, Fault> {
    if b.unsigned(width).1 >= u128::from(width) {
        return Err(Fault::Poison);
    }
    let Some(amount) = b.single() else {
        return Ok(match op {
            BinaryOp::LShr => range(0, a.unsigned(width).1),
            _ => Spread::all(width),
        });
    };
    let amount = amount as u32;
    let (ones, open) = a.as_bits(width);
    Ok(match op {
        BinaryOp::Shl => Spread::bits(ones << amount & mask(width), open << amount & mask(width)),
        BinaryOp::LShr => {
            let (low, high) = a.unsigned(width);
            match a {
                Spread::Bits { .. } => Spread::bits(ones >> amount, open >> amount),
                _ => range(low >> amount, high >> amount),
            }
        }
        _ => {
            let (low, high) = a.signed(width);
            from_signed(width, (low >> amount, high >> amount))
        }
    })
}

fn divide(op: BinaryOp, width: u32, a: &Spread, b: &Spread) -> Result<Spread, Fault> {
    let undefined = |rule| Err(Fault::Undefined(rule));
    if b.contains(0) {
        return undefined(super::stop::Undefined::DivisorPoison);
    }
    let is_signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
    if is_signed && b.contains(mask(width)) && a.contains(minimum(width)) {
        return undefined(super::stop::Undefined::DivisionOverflow);
    }
    let (low, high) = a.unsigned(width);
    let (b_low, b_high) = b.unsigned(width);
    Ok(match (op, b.single()) {
        (BinaryOp::UDiv, _) => range(low / b_high.max(1), high / b_low.max(1)),
        (BinaryOp::URem, _) if high < b_low => a.clone(),
        (BinaryOp::URem, _) => range(0, high.min(b_high - 1)),
        (BinaryOp::SDiv, Some(divisor)) => {
            let divisor = integer::signed(width, divisor);
            let (low, high) = a.signed(width);
            match (low.checked_div(divisor), high.checked_div(divisor)) {
                (Some(one), Some(other)) => from_signed(width, (one.min(other), one.max(other))),
                _ => Spread::all(width),
            }
        }
        (BinaryOp::SRem, Some(divisor)) => {
            let limit = integer::signed(width, divisor).saturating_abs() - 1;
            let (low, high) = a.signed(width);
            let low = if low < 0 { low.max(-limit) } else { 0 };
            from_signed(width, (low, if high > 0 { high.min(limit) } else { 0 }))
        }
        _ => Spread::all(width),
    })
}

/// A comparison: 0, 1 or both.
pub fn compare(predicate: IntPredicate, width: u32, a: &Spread, b: &Spread) -> Spread {
    let truth = |a, b| Ok(u128::from(integer::compare(predicate, width, a, b)));
    if let Some(Ok(listed)) = pairs(width, a, b, truth) {
        return listed;
    }
    let decided = match predicate {
        IntPredicate::Eq | IntPredicate::Ne => {
            let apart = disjoint(width, a, b);
            apart.then_some(predicate == IntPredicate::Ne)
        }
        IntPredicate::Ult => below(a.unsigned(width), b.unsigned(width)),
        IntPredicate::Ugt => below(b.unsigned(width), a.unsigned(width)),
        IntPredicate::Uge => below(a.unsigned(width), b.unsigned(width)).map(|it| !it),
        IntPredicate::Ule => below(b.unsigned(width), a.unsigned(width)).map(|it| !it),
        IntPredicate::Slt => below(a.signed(width), b.signed(width)),
        IntPredicate::Sgt => below(b.signed(width), a.signed(width)),
        IntPredicate::Sge => below(a.signed(width), b.signed(width)).map(|it| !it),
        IntPredicate::Sle => below(b.signed(width), a.signed(width)).map(|it| !it),
    };
    match decided {
        Some(truth) => Spread::one(u128::from(truth)),
        None => Spread::of(vec![0, 1]),
    }
}

/// Whether everything in one range is below everything in the other, if that is certain.
fn below<T: PartialOrd>((low, high): (T, T), (b_low, b_high): (T, T)) -> Option<bool> {
    match () {
        () if high < b_low => Some(true),
        () if low >= b_high => Some(false),
        () => None,
    }
}

/// Whether no number is in both sets, for certain.
fn disjoint(width: u32, a: &Spread, b: &Spread) -> bool {
    match (a.single(), b.single()) {
        (Some(number), _) => !b.contains(number),
        (_, Some(number)) => !a.contains(number),
        _ => {
            let ((low, high), (b_low, b_high)) = (a.unsigned(width), b.unsigned(width));
            let ((ones, open), (b_ones, b_open)) = (a.as_bits(width), b.as_bits(width));
            high < b_low || b_high < low || (ones ^ b_ones) & !open & !b_open != 0
        }
    }
}

/// Minimum, maximum and the like; what is not listed is anything that the operands' ranges
/// do not exclude.
pub fn function(it: Function, width: u32, a: &Spread, b: &Spread) -> Result<Spread, Fault> {
    if let Some(listed) = pairs(width, a, b, |a, b| integer::function(it, width, a, b)) {
        return listed;
    }
    let ((low, high), (b_low, b_high)) = (a.unsigned(width), b.unsigned(width));
    let (signed, b_signed) = (a.signed(width), b.signed(width));
    Ok(match it {
        Function::UMin => range(low.min(b_low), high.min(b_high)),
        Function::UMax => range(low.max(b_low), high.max(b_high)),
        Function::SMin => from_signed(width, (signed.0.min(b_signed.0), signed.1.min(b_signed.1))),
        Function::SMax => from_signed(width, (signed.0.max(b_signed.0), signed.1.max(b_signed.1))),
        Function::USubSat => range(low.saturating_sub(b_high), high.saturating_sub(b_low)),
        Function::UAddSat => range(
            low.saturating_add(b_low).min(mask(width)),
            high.saturating_add(b_high).min(mask(width)),
        ),
        Function::Abs(true) if a.contains(minimum(width)) => return Err(Fault::Poison),
        Function::Abs(true) => range(0, maximum(width)),
        Function::Abs(false) => range(0, minimum(width)),
        Function::Ctlz(true) | Function::Cttz(true) if a.contains(0) => return Err(Fault::Poison),
        Function::Ctlz(_) | Function::Cttz(_) | Function::CtPop => {
            range(0, u128::from(width) & mask(width).max(1))
        }
        Function::SShlSat | Function::UShlSat if b_high >= u128::from(width) => {
            return Err(Fault::Poison);
        }
        Function::BitReverse => {
            let (ones, open) = a.as_bits(width);
            Spread::bits(ones.reverse_bits() >> (128 - width), open.reverse_bits() >> (128 - width))
        }
        Function::BSwap => {
            let (ones, open) = a.as_bits(width);
            Spread::bits(ones.swap_bytes() >> (128 - width), open.swap_bytes() >> (128 - width))
        }
        Function::SAddSat | Function::SSubSat | Function::SShlSat | Function::UShlSat => {
            Spread::all(width)
        }
    })
}

/// `zext`, `sext` or `trunc` to another width.
pub fn resize(signed: bool, from: u32, to: u32, a: &Spread) -> Spread {
    let convert = |bits: u128| match signed {
        true => integer::signed(from, bits) as u128 & mask(to),
        false => bits & mask(to),
    };
    if let Some(numbers) = a.list(from, 256) {
        return Spread::of(numbers.into_iter().map(convert).collect());
    }
    match a {
        _ if to < from => {
            let (ones, open) = a.as_bits(from);
            Spread::bits(ones & mask(to), open & mask(to))
        }
        Spread::Bits { ones, open } if !signed => Spread::bits(*ones, *open),
        _ if signed => from_signed(to, a.signed(from)),
        _ => {
            let (low, high) = a.unsigned(from);
            range(low, high)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation on every pair of sets at 4 bits gives a superset of the results.
    #[test]
    fn results_are_supersets() {
        let wide: Vec<Spread> = (0..16)
            .flat_map(|low| (0..16).map(move |high| Spread::Range { low, high }))
            .chain((0..16).map(|open| Spread::Bits { ones: 5 & !open, open }))
            .collect();
        let ops = BinaryOp::ALL.iter().filter(|op| !op.is_float());
        for &op in ops {
            for a in wide.iter().step_by(11) {
                for b in wide.iter().step_by(13) {
                    check(op, a, b);
                }
            }
        }
    }

    #[test]
    fn comparisons_are_supersets() {
        let sets = [
            Spread::Range { low: 13, high: 2 },
            Spread::Range { low: 3, high: 9 },
            Spread::Bits { ones: 4, open: 9 },
            Spread::Few(vec![7]),
        ];
        for (a, b) in sets.iter().flat_map(|a| sets.iter().map(move |b| (a, b))) {
            for &predicate in IntPredicate::ALL {
                let truths = compare(predicate, 4, a, b);
                for left in (0..16).filter(|&it| a.contains(it)) {
                    for right in (0..16).filter(|&it| b.contains(it)) {
                        let truth = integer::compare(predicate, 4, left, right);
                        assert!(truths.contains(u128::from(truth)), "{predicate:?} {a:?} {b:?}");
                    }
                }
            }
        }
    }

    fn check(op: BinaryOp, a: &Spread, b: &Spread) {
        // The transfer functions themselves, not the listing that small widths would take.
        let result = match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => Ok(bitwise(op, 4, a, b)),
            BinaryOp::Add | BinaryOp::Sub => Ok(sum(op, 4, a, b)),
            BinaryOp::Mul => Ok(product(4, a, b)),
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => shift(op, 4, a, b),
            _ => divide(op, 4, a, b),
        };
        for left in (0..16).filter(|&it| a.contains(it)) {
            for right in (0..16).filter(|&it| b.contains(it)) {
                let exact = integer::binary(op, Flags::NONE, 4, left, right);
                let held = match (&result, exact) {
                    (Err(Fault::Undefined(_)), _) => true,
                    (Err(Fault::Poison), exact) => !matches!(exact, Err(Fault::Undefined(_))),
                    (Ok(set), Ok(number)) => set.contains(number),
                    (Ok(_), Err(_)) => false,
                };
                assert!(held, "{op:?} {left} {right}: {a:?} {b:?} -> {result:?}");
            }
        }
    }
}
