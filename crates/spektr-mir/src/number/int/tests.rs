//! Every rule against the same operation of the compiler that builds these tests, over
//! all pairs of interesting values.

use super::*;
use crate::number::interesting;

/// Runs `check!(type, IntTy)` for all integer types.
macro_rules! for_all_types {
    ($check:ident) => {
        $check!(i8, IntTy::I8);
        $check!(i16, IntTy::I16);
        $check!(i32, IntTy::I32);
        $check!(i64, IntTy::I64);
        $check!(i128, IntTy::I128);
        $check!(isize, IntTy::Isize);
        $check!(u8, IntTy::U8);
        $check!(u16, IntTy::U16);
        $check!(u32, IntTy::U32);
        $check!(u64, IntTy::U64);
        $check!(u128, IntTy::U128);
        $check!(usize, IntTy::Usize);
    };
}

fn pairs(ty: IntTy) -> impl Iterator<Item = (u128, u128)> {
    let values = interesting::ints(ty);
    let rights = values.clone();
    values.into_iter().flat_map(move |a| rights.clone().into_iter().map(move |b| (a, b)))
}

#[test]
fn operators() {
    macro_rules! check {
        ($native:ident, $ty:expr) => {
            for (a, b) in pairs($ty) {
                let (x, y) = (a as $native, b as $native);
                let bits = |value: $native| truncate($ty, value as u128);
                let ours = |op| binary(op, $ty, a, b);
                let context = || format!("{x} and {y}: {}", $ty.name());
                assert_eq!(ours(BinOp::Add), Ok(bits(x.wrapping_add(y))), "{}", context());
                assert_eq!(ours(BinOp::Sub), Ok(bits(x.wrapping_sub(y))), "{}", context());
                assert_eq!(ours(BinOp::Mul), Ok(bits(x.wrapping_mul(y))), "{}", context());
                assert_eq!(ours(BinOp::BitXor), Ok(bits(x ^ y)), "{}", context());
                assert_eq!(ours(BinOp::BitAnd), Ok(bits(x & y)), "{}", context());
                assert_eq!(ours(BinOp::BitOr), Ok(bits(x | y)), "{}", context());
                assert_eq!(ours(BinOp::Eq), Ok((x == y) as u128), "{}", context());
                assert_eq!(ours(BinOp::Ne), Ok((x != y) as u128), "{}", context());
                assert_eq!(ours(BinOp::Lt), Ok((x < y) as u128), "{}", context());
                assert_eq!(ours(BinOp::Le), Ok((x <= y) as u128), "{}", context());
                assert_eq!(ours(BinOp::Gt), Ok((x > y) as u128), "{}", context());
                assert_eq!(ours(BinOp::Ge), Ok((x >= y) as u128), "{}", context());
                let div = match x.checked_div(y) {
                    Some(quotient) => Ok(bits(quotient)),
                    None if y == 0 => Err(Fault::DivisionByZero),
                    None => Err(Fault::DivisionOverflow),
                };
                assert_eq!(ours(BinOp::Div), div, "{}", context());
                let rem = match x.checked_rem(y) {
                    Some(remainder) => Ok(bits(remainder)),
                    None if y == 0 => Err(Fault::RemainderByZero),
                    None => Err(Fault::RemainderOverflow),
                };
                assert_eq!(ours(BinOp::Rem), rem, "{}", context());
            }
        };
    }
    for_all_types!(check);
}

#[test]
fn overflow() {
    macro_rules! check {
        ($native:ident, $ty:expr) => {
            for (a, b) in pairs($ty) {
                let (x, y) = (a as $native, b as $native);
                let bits = |value: $native| truncate($ty, value as u128);
                let results = [
                    (BinOp::Add, x.overflowing_add(y)),
                    (BinOp::Sub, x.overflowing_sub(y)),
                    (BinOp::Mul, x.overflowing_mul(y)),
                ];
                for (op, (value, over)) in results {
                    let context = || format!("{x} {} {y}: {}", op.symbol(), $ty.name());
                    assert_eq!(
                        overflowing(op, $ty, a, b),
                        Some((bits(value), over)),
                        "{}",
                        context()
                    );
                    let unchecked_result =
                        if over { Err(Fault::Overflow) } else { Ok(bits(value)) };
                    assert_eq!(unchecked(op, $ty, a, b), unchecked_result, "{}", context());
                }
                assert_eq!(saturating_add($ty, a, b), bits(x.saturating_add(y)), "{x} {y}");
                assert_eq!(saturating_sub($ty, a, b), bits(x.saturating_sub(y)), "{x} {y}");
                assert_eq!(three_way_compare($ty, a, b), u128::from(x.cmp(&y) as i8 as u8));
            }
        };
    }
    for_all_types!(check);
    assert_eq!(overflowing(BinOp::Shl, IntTy::U8, 1, 9), None);
}

/// Shift amounts of every type, against a remainder taken in the amount's own type.
#[test]
fn shifts() {
    macro_rules! check {
        ($native:ident, $ty:expr) => {
            for amount_ty in IntTy::ALL {
                for a in interesting::ints($ty) {
                    for amount in interesting::ints(amount_ty) {
                        let x = a as $native;
                        let bits = |value: $native| truncate($ty, value as u128);
                        let signed = extend(amount_ty, amount);
                        let width = i128::from($ty.bits());
                        let by = if amount_ty == IntTy::U128 {
                            (amount % width as u128) as u32
                        } else {
                            signed.rem_euclid(width) as u32
                        };
                        assert_eq!(binary(BinOp::Shl, $ty, a, amount), Ok(bits(x << by)));
                        assert_eq!(binary(BinOp::Shr, $ty, a, amount), Ok(bits(x >> by)));
                        let in_range = amount < width as u128 && signed >= 0;
                        let expect = |shifted| match in_range {
                            true => Ok(bits(shifted)),
                            false => Err(Fault::ShiftOutOfRange),
                        };
                        assert_eq!(unchecked(BinOp::Shl, $ty, a, amount), expect(x << by));
                        assert_eq!(unchecked(BinOp::Shr, $ty, a, amount), expect(x >> by));
                    }
                }
            }
        };
    }
    for_all_types!(check);
}

#[test]
fn unary_and_bits() {
    macro_rules! check {
        ($native:ident, $ty:expr) => {
            for a in interesting::ints($ty) {
                let x = a as $native;
                let bits = |value: $native| truncate($ty, value as u128);
                assert_eq!(not($ty, a), bits(!x));
                assert_eq!(neg($ty, a), bits(x.wrapping_neg()));
                assert_eq!(count_ones(a), x.count_ones());
                assert_eq!(leading_zeros($ty, a), x.leading_zeros());
                assert_eq!(trailing_zeros($ty, a), x.trailing_zeros());
                let promised = if x == 0 { Err(Fault::CountOfZero) } else { Ok(()) };
                let leading = promised.map(|()| x.leading_zeros());
                let trailing = promised.map(|()| x.trailing_zeros());
                assert_eq!(leading_zeros_nonzero($ty, a), leading);
                assert_eq!(trailing_zeros_nonzero($ty, a), trailing);
                assert_eq!(swap_bytes($ty, a), bits(x.swap_bytes()));
                assert_eq!(reverse_bits($ty, a), bits(x.reverse_bits()));
                for amount in interesting::ints(IntTy::U32) {
                    let by = amount as u32;
                    assert_eq!(rotate_left($ty, a, by), bits(x.rotate_left(by)), "{x} by {by}");
                    assert_eq!(rotate_right($ty, a, by), bits(x.rotate_right(by)), "{x} by {by}");
                }
            }
        };
    }
    for_all_types!(check);
    assert_eq!((not_bool(0), not_bool(1)), (1, 0));
}

#[test]
fn casts() {
    macro_rules! check {
        ($native:ident, $ty:expr) => {
            for a in interesting::ints($ty) {
                let x = a as $native;
                macro_rules! check_to {
                    ($to:ident, $to_ty:expr) => {
                        let expected = truncate($to_ty, (x as $to) as u128);
                        assert_eq!(cast($ty, $to_ty, a), expected, "{x} as {}", $to_ty.name());
                    };
                }
                for_all_types!(check_to);
                assert_eq!(min($ty), truncate($ty, $native::MIN as u128));
                assert_eq!(max($ty), truncate($ty, $native::MAX as u128));
            }
        };
    }
    for_all_types!(check);
}

#[test]
fn promises() {
    macro_rules! check {
        ($native:ident, $ty:expr) => {
            for (a, b) in pairs($ty) {
                let (x, y) = (a as $native, b as $native);
                let bits = |value: $native| truncate($ty, value as u128);
                let expected = match (x.checked_div(y), x.checked_rem(y)) {
                    (Some(quotient), Some(0)) => Ok(bits(quotient)),
                    (Some(_), _) => Err(Fault::InexactDivision),
                    (None, _) if y == 0 => Err(Fault::DivisionByZero),
                    (None, _) => Err(Fault::DivisionOverflow),
                };
                assert_eq!(exact_div($ty, a, b), expected, "{x} / {y}");
                assert_eq!(disjoint_bitor(a, b).is_ok(), x.wrapping_add(y) == x ^ y && x & y == 0);
                assert_eq!(disjoint_bitor(a, b).unwrap_or(bits(x | y)), bits(x | y));
            }
        };
    }
    for_all_types!(check);
}

#[test]
fn full_products_with_carries() {
    let max = |ty| max(ty);
    for ty in [IntTy::U8, IntTy::U64, IntTy::U128, IntTy::Usize] {
        // MAX * MAX + MAX + MAX is all ones.
        assert_eq!(carrying_mul_add(ty, [max(ty); 4]), (max(ty), max(ty)));
        assert_eq!(carrying_mul_add(ty, [max(ty), 2, 1, 0]), (max(ty), 1));
        assert_eq!(carrying_mul_add(ty, [0, 5, max(ty), 1]), (0, 1));
    }
    let big = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210;
    assert_eq!(
        carrying_mul_add(IntTy::U128, [big, 1 << 100, 7, 9]),
        (16 + (big << 100), big >> 28)
    );
}
