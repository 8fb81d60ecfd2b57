//! Against the narrow rules where both know the width, and against each other's laws where
//! only these do.

use super::*;
use crate::{TextError, interesting};

fn narrow(width: u32) -> impl Iterator<Item = (u128, u128)> {
    let values: Vec<u128> =
        interesting::ints(Int::unsigned(width)).into_iter().step_by(2).collect();
    let rights = values.clone();
    values.into_iter().flat_map(move |a| rights.clone().into_iter().map(move |b| (a, b)))
}

/// The same number with limbs that the narrow rules do not see: forces the long way.
fn long(op: IntOp, a: &Big, b: &Big, signed: bool) -> Result<Big, Fault> {
    match op {
        IntOp::Add => Ok(a.add(b)),
        IntOp::Sub => Ok(a.sub(b)),
        IntOp::Mul => Ok(a.mul(b)),
        IntOp::Div => a.div(b, signed),
        IntOp::Rem => a.rem(b, signed),
        IntOp::Xor => Ok(a.xor(b)),
        IntOp::And => Ok(a.and(b)),
        IntOp::Or => Ok(a.or(b)),
        IntOp::Shl => Ok(a.shl(a.amount_modulo_width(b))),
        IntOp::Shr if signed => Ok(a.ashr(a.amount_modulo_width(b))),
        IntOp::Shr => Ok(a.lshr(a.amount_modulo_width(b))),
    }
}

#[test]
fn agrees_with_narrow_integers() {
    for width in [1, 2, 7, 8, 31, 63, 64, 65, 100, 127, 128] {
        for (a, b) in narrow(width) {
            let (x, y) = (Big::from_u128(width, a), Big::from_u128(width, b));
            for signed in [false, true] {
                let ty = Int::new(width, signed);
                for op in IntOp::ALL {
                    let expected = ty.binary(op, a, b).map(|bits| Big::from_u128(width, bits));
                    assert_eq!(long(op, &x, &y, signed), expected, "{a:x} {op:?} {b:x}: {ty:?}");
                    assert_eq!(x.binary(op, &y, signed), expected);
                    let over = x.overflowing(op, &y, signed).map(|(n, o)| (n.low_u128(), o));
                    assert_eq!(over, ty.overflowing(op, a, b), "{a:x} {op:?} {b:x}: {ty:?}");
                }
                let saturated = |op| x.saturating(op, &y, signed).map(|n| n.low_u128());
                assert_eq!(saturated(IntOp::Add), Some(ty.saturating_add(a, b)));
                assert_eq!(saturated(IntOp::Sub), Some(ty.saturating_sub(a, b)));
                assert_eq!(saturated(IntOp::Mul), Some(ty.saturating_mul(a, b)));
                assert_eq!(x.order(&y, signed), ty.order(a, b));
                assert_eq!(x.to_decimal(signed), ty.decimal(a));
            }
            let ty = Int::unsigned(width);
            assert_eq!(x.funnel_left(&y, &y).low_u128(), ty.funnel_left(a, b, b));
            assert_eq!(x.funnel_right(&y, &y).low_u128(), ty.funnel_right(a, b, b));
        }
        for (a, _) in narrow(width).step_by(50) {
            let (x, ty) = (Big::from_u128(width, a), Int::unsigned(width));
            assert_eq!(x.count_ones(), ty.count_ones(a));
            assert_eq!(x.leading_zeros(), ty.leading_zeros(a));
            assert_eq!(x.trailing_zeros(), ty.trailing_zeros(a));
            assert_eq!(x.reverse_bits().low_u128(), ty.reverse_bits(a));
            assert_eq!(x.not().low_u128(), ty.not(a));
            assert_eq!(x.neg().low_u128(), ty.neg(a));
            assert_eq!(x.abs().low_u128(), Int::signed(width).abs(a));
            if width % 8 == 0 {
                assert_eq!(x.swap_bytes().low_u128(), ty.swap_bytes(a));
            }
            assert_eq!(x.to_hexadecimal(), format!("{a:x}"));
            for to in [1, 60, 64, 128] {
                let cast = Int::signed(width).cast(Int::unsigned(to), a);
                assert_eq!(x.resize(to, true).low_u128(), cast);
            }
        }
    }
}

/// Numbers of many limbs, with runs of ones and zeros, where carries and wrong guesses of
/// long division are.
fn wide(width: u32, count: usize) -> Vec<Big> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    (0..count)
        .map(|_| {
            let limb = |r: u64| match r % 5 {
                0 => 0,
                1 => u64::MAX,
                2 => 1 << 63,
                _ => r.rotate_left(7),
            };
            let limbs = (0..limbs_for(width)).map(|_| limb(next())).collect();
            Big::from_limbs(width, limbs).lshr(next() as u32 % width)
        })
        .collect()
}

#[test]
fn laws_of_wide_numbers() {
    for width in [129, 192, 256, 1000] {
        let numbers = wide(width, 40);
        for a in &numbers {
            for b in &numbers {
                let sum = a.add(b);
                assert_eq!(sum.sub(b), *a);
                assert_eq!(a.mul(b), b.mul(a));
                assert_eq!(a.mul(&b.add(a)), a.mul(b).add(&a.mul(a)));
                assert_eq!(a.xor(b).xor(b), *a);
                assert_eq!(a.not().and(&b.not()), a.or(b).not());
                for signed in [false, true] {
                    let Ok((quotient, rest)) = a.div_rem(b, signed) else {
                        assert!(b.is_zero() || b.is_all_ones());
                        continue;
                    };
                    assert_eq!(quotient.mul(b).add(&rest), *a, "{a:?} / {b:?}");
                    let (rest, divisor) = match signed {
                        true => (rest.abs(), b.abs()),
                        false => (rest, b.clone()),
                    };
                    assert!(rest.ucmp(&divisor).is_lt());
                }
            }
            assert_eq!(Big::from_decimal(width, &a.to_decimal(true)), Ok(a.clone()));
            assert_eq!(Big::from_decimal(width, &a.to_decimal(false)), Ok(a.clone()));
            assert_eq!(Big::from_hexadecimal(width, &a.to_hexadecimal()), Ok(a.clone()));
            assert_eq!(a.sext(width + 77).trunc(width), *a);
            assert_eq!(a.sext(width + 77).is_negative(), a.is_negative());
            assert_eq!(a.reverse_bits().reverse_bits(), *a);
            let part = a.extract(60, 65);
            assert_eq!(a.insert(60, &part), *a);
            assert_eq!(a.insert(60, &part.not()).extract(60, 65), part.not());
            assert_eq!(a.insert(60, &part.not()).extract(0, 60), a.extract(0, 60));
            for amount in [0, 1, 63, 64, 65, width - 1, width, width + 5] {
                let (down, power) = (a.lshr(amount), Big::from_u128(width, 1).shl(amount));
                if amount < width {
                    assert_eq!(a.div(&power, false), Ok(down.clone()));
                    assert_eq!(a.mul(&power), a.shl(amount));
                }
                assert_eq!(a.ashr(amount).is_negative(), a.is_negative());
                let extended = a.sext(2 * width + 5).lshr(amount).trunc(width);
                assert_eq!(a.ashr(amount), extended);
            }
        }
    }
}

/// A division whose first guess of a digit is too large even after correction.
#[test]
fn long_division_adds_back() {
    let a = Big::from_limbs(256, vec![0, 0, 1 << 63, (1 << 63) - 1]);
    let b = Big::from_limbs(256, vec![u64::MAX, 0, 1 << 63, 0]);
    let (quotient, rest) = a.div_rem(&b, false).expect("not zero");
    assert_eq!(quotient.mul(&b).add(&rest), a);
    assert!(rest.ucmp(&b).is_lt());
}

#[test]
fn borders_and_texts() {
    let width = 200;
    assert_eq!(Big::signed_min(width).neg(), Big::signed_min(width));
    assert_eq!(Big::signed_max(width).add(&Big::from_u128(width, 1)), Big::signed_min(width));
    assert_eq!(Big::from_i128(width, -1), Big::all_ones(width));
    assert_eq!(Big::all_ones(width).to_u128(), None);
    assert_eq!(Big::from_u128(width, 199).as_amount(), Some(199));
    assert_eq!(Big::from_u128(width, 200).as_amount(), None);
    let min = Big::signed_min(width).to_decimal(true);
    assert_eq!(Big::from_decimal(width, &min), Ok(Big::signed_min(width)));
    let beyond = Big::all_ones(201).to_decimal(false);
    assert_eq!(Big::from_decimal(width, &beyond), Err(TextError::OutOfRange));
    let below = format!("-{}", Big::signed_max(201).to_decimal(false));
    assert_eq!(Big::from_decimal(width, &below), Err(TextError::OutOfRange));
    for text in ["", "-", "1a", "--1", "+1", "é"] {
        assert_eq!(Big::from_decimal(width, text), Err(TextError::Malformed), "{text}");
    }
    for text in ["", "0x1", "g", "é"] {
        assert_eq!(Big::from_hexadecimal(width, text), Err(TextError::Malformed), "{text}");
    }
    assert_eq!(Big::zero(300).to_decimal(true), "0");
    assert_eq!(Big::zero(300).to_hexadecimal(), "0");
}
