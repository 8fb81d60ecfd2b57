//! Every rule against the same operation of the compiler that builds these tests, over
//! all pairs of interesting values.

use super::*;
use crate::interesting;

/// Runs `check!(type, Int)` for all integer types.
macro_rules! for_all_types {
    ($check:ident) => {
        $check!(i8, Int::I8);
        $check!(i16, Int::I16);
        $check!(i32, Int::I32);
        $check!(i64, Int::I64);
        $check!(i128, Int::I128);
        $check!(u8, Int::U8);
        $check!(u16, Int::U16);
        $check!(u32, Int::U32);
        $check!(u64, Int::U64);
        $check!(u128, Int::U128);
    };
}

const TYPES: [Int; 10] = [
    Int::I8,
    Int::I16,
    Int::I32,
    Int::I64,
    Int::I128,
    Int::U8,
    Int::U16,
    Int::U32,
    Int::U64,
    Int::U128,
];

fn pairs(ty: Int) -> impl Iterator<Item = (u128, u128)> {
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
                let bits = |value: $native| $ty.truncate(value as u128);
                let ours = |op| $ty.binary(op, a, b);
                let context = || format!("{x} and {y}: {}", stringify!($native));
                assert_eq!(ours(IntOp::Add), Ok(bits(x.wrapping_add(y))), "{}", context());
                assert_eq!(ours(IntOp::Sub), Ok(bits(x.wrapping_sub(y))), "{}", context());
                assert_eq!(ours(IntOp::Mul), Ok(bits(x.wrapping_mul(y))), "{}", context());
                assert_eq!(ours(IntOp::Xor), Ok(bits(x ^ y)), "{}", context());
                assert_eq!(ours(IntOp::And), Ok(bits(x & y)), "{}", context());
                assert_eq!(ours(IntOp::Or), Ok(bits(x | y)), "{}", context());
                assert_eq!($ty.compare(Compare::Eq, a, b), x == y, "{}", context());
                assert_eq!($ty.compare(Compare::Ne, a, b), x != y, "{}", context());
                assert_eq!($ty.compare(Compare::Lt, a, b), x < y, "{}", context());
                assert_eq!($ty.compare(Compare::Le, a, b), x <= y, "{}", context());
                assert_eq!($ty.compare(Compare::Gt, a, b), x > y, "{}", context());
                assert_eq!($ty.compare(Compare::Ge, a, b), x >= y, "{}", context());
                let div = match x.checked_div(y) {
                    Some(quotient) => Ok(bits(quotient)),
                    None if y == 0 => Err(Fault::DivisionByZero),
                    None => Err(Fault::DivisionOverflow),
                };
                assert_eq!(ours(IntOp::Div), div, "{}", context());
                let rem = match x.checked_rem(y) {
                    Some(remainder) => Ok(bits(remainder)),
                    None if y == 0 => Err(Fault::RemainderByZero),
                    None => Err(Fault::RemainderOverflow),
                };
                assert_eq!(ours(IntOp::Rem), rem, "{}", context());
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
                let bits = |value: $native| $ty.truncate(value as u128);
                let results = [
                    (IntOp::Add, x.overflowing_add(y)),
                    (IntOp::Sub, x.overflowing_sub(y)),
                    (IntOp::Mul, x.overflowing_mul(y)),
                ];
                for (op, (value, over)) in results {
                    let context = || format!("{x} {op:?} {y}: {}", stringify!($native));
                    assert_eq!(
                        $ty.overflowing(op, a, b),
                        Some((bits(value), over)),
                        "{}",
                        context()
                    );
                    let promised = if over { Err(Fault::Overflow) } else { Ok(bits(value)) };
                    assert_eq!($ty.checked(op, a, b), promised, "{}", context());
                }
                assert_eq!($ty.saturating_add(a, b), bits(x.saturating_add(y)), "{x} {y}");
                assert_eq!($ty.saturating_sub(a, b), bits(x.saturating_sub(y)), "{x} {y}");
                assert_eq!($ty.order(a, b), x.cmp(&y));
            }
        };
    }
    for_all_types!(check);
    assert_eq!(Int::U8.overflowing(IntOp::Shl, 1, 9), None);
}

/// Shift amounts of every type, against a remainder taken in the amount's own type.
#[test]
fn shifts() {
    macro_rules! check {
        ($native:ident, $ty:expr) => {
            for amount_ty in TYPES {
                for a in interesting::ints($ty) {
                    for amount in interesting::ints(amount_ty) {
                        let x = a as $native;
                        let bits = |value: $native| $ty.truncate(value as u128);
                        let signed = amount_ty.extend(amount);
                        let width = i128::from($ty.bits());
                        let by = if amount_ty == Int::U128 {
                            (amount % width as u128) as u32
                        } else {
                            signed.rem_euclid(width) as u32
                        };
                        assert_eq!($ty.binary(IntOp::Shl, a, amount), Ok(bits(x << by)));
                        assert_eq!($ty.binary(IntOp::Shr, a, amount), Ok(bits(x >> by)));
                        let in_range = amount < width as u128 && signed >= 0;
                        let expect = |shifted| match in_range {
                            true => Ok(bits(shifted)),
                            false => Err(Fault::ShiftOutOfRange),
                        };
                        assert_eq!($ty.checked(IntOp::Shl, a, amount), expect(x << by));
                        assert_eq!($ty.checked(IntOp::Shr, a, amount), expect(x >> by));
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
                let bits = |value: $native| $ty.truncate(value as u128);
                assert_eq!($ty.not(a), bits(!x));
                assert_eq!($ty.neg(a), bits(x.wrapping_neg()));
                assert_eq!($ty.count_ones(a), x.count_ones());
                assert_eq!($ty.leading_zeros(a), x.leading_zeros());
                assert_eq!($ty.trailing_zeros(a), x.trailing_zeros());
                let promised = if x == 0 { Err(Fault::CountOfZero) } else { Ok(()) };
                let leading = promised.map(|()| x.leading_zeros());
                let trailing = promised.map(|()| x.trailing_zeros());
                assert_eq!($ty.leading_zeros_nonzero(a), leading);
                assert_eq!($ty.trailing_zeros_nonzero(a), trailing);
                assert_eq!($ty.swap_bytes(a), bits(x.swap_bytes()));
                assert_eq!($ty.reverse_bits(a), bits(x.reverse_bits()));
                for amount in interesting::ints(Int::U32) {
                    let by = amount as u32;
                    assert_eq!($ty.rotate_left(a, amount), bits(x.rotate_left(by)), "{x} by {by}");
                    assert_eq!(
                        $ty.rotate_right(a, amount),
                        bits(x.rotate_right(by)),
                        "{x} by {by}"
                    );
                }
            }
        };
    }
    for_all_types!(check);
}

#[test]
fn casts() {
    macro_rules! check {
        ($native:ident, $ty:expr) => {
            for a in interesting::ints($ty) {
                let x = a as $native;
                macro_rules! check_to {
                    ($to:ident, $to_ty:expr) => {
                        let expected = $to_ty.truncate((x as $to) as u128);
                        assert_eq!($ty.cast($to_ty, a), expected, "{x} as {}", stringify!($to));
                    };
                }
                for_all_types!(check_to);
                assert_eq!($ty.min(), $ty.truncate($native::MIN as u128));
                assert_eq!($ty.max(), $ty.truncate($native::MAX as u128));
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
                let bits = |value: $native| $ty.truncate(value as u128);
                let expected = match (x.checked_div(y), x.checked_rem(y)) {
                    (Some(quotient), Some(0)) => Ok(bits(quotient)),
                    (Some(_), _) => Err(Fault::InexactDivision),
                    (None, _) if y == 0 => Err(Fault::DivisionByZero),
                    (None, _) => Err(Fault::DivisionOverflow),
                };
                assert_eq!($ty.exact_div(a, b), expected, "{x} / {y}");
                assert_eq!($ty.disjoint_or(a, b).is_ok(), x.wrapping_add(y) == x ^ y && x & y == 0);
                assert_eq!($ty.disjoint_or(a, b).unwrap_or(bits(x | y)), bits(x | y));
            }
        };
    }
    for_all_types!(check);
}

#[test]
fn full_products_with_carries() {
    let max = Int::max;
    for ty in [Int::U8, Int::U64, Int::U128] {
        // MAX * MAX + MAX + MAX is all ones.
        assert_eq!(ty.carrying_mul_add([max(ty); 4]), (max(ty), max(ty)));
        assert_eq!(ty.carrying_mul_add([max(ty), 2, 1, 0]), (max(ty), 1));
        assert_eq!(ty.carrying_mul_add([0, 5, max(ty), 1]), (0, 1));
    }
    let big = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210;
    assert_eq!(Int::U128.carrying_mul_add([big, 1 << 100, 7, 9]), (16 + (big << 100), big >> 28));
}

/// Widths that no processor has, against the value in 128 bits, of which every result of
/// numbers of at most 63 bits is a part.
#[test]
fn odd_widths_agree_with_values() {
    for width in 1..=63 {
        for ty in [Int::signed(width), Int::unsigned(width)] {
            let few = |v: Vec<u128>| v.into_iter().step_by(3).collect::<Vec<_>>();
            for &a in &few(interesting::ints(ty)) {
                for &b in &few(interesting::ints(ty)) {
                    agrees_with_values(ty, a, b);
                }
            }
        }
    }
}

fn agrees_with_values(ty: Int, a: u128, b: u128) {
    let (x, y) = (ty.extend(a), ty.extend(b));
    let (low, high) = (ty.extend(ty.min()), ty.extend(ty.max()));
    for (op, exact) in [(IntOp::Add, x + y), (IntOp::Sub, x - y), (IntOp::Mul, x * y)] {
        let wrapped = ty.truncate(exact as u128);
        assert_eq!(ty.binary(op, a, b), Ok(wrapped));
        assert_eq!(ty.overflowing(op, a, b), Some((wrapped, exact < low || exact > high)));
        let saturated = match op {
            IntOp::Add => ty.saturating_add(a, b),
            IntOp::Sub => ty.saturating_sub(a, b),
            _ => ty.saturating_mul(a, b),
        };
        assert_eq!(ty.extend(saturated), exact.clamp(low, high), "{x} {op:?} {y} in {ty:?}");
    }
    let by = |amount: u128| (amount % u128::from(ty.bits())) as u32;
    assert_eq!(ty.binary(IntOp::Shl, a, b), Ok(ty.truncate(a << by(b))));
    assert_eq!(ty.binary(IntOp::Shr, a, b), Ok(ty.truncate((x >> by(b)) as u128)));
    // A shift by less than the width has a value that 128 bits hold.
    let shifted = x << by(b);
    assert_eq!(ty.extend(ty.saturating_shl(a, by(b))), shifted.clamp(low, high));
    let both = a << ty.bits() | b;
    let amount = (!b & 0xff) + 300;
    let left = ty.truncate((both << by(amount)) >> ty.bits());
    assert_eq!(ty.funnel_left(a, b, amount), left, "{a:x} {b:x} {amount}");
    assert_eq!(ty.funnel_right(a, b, amount), ty.truncate(both >> by(amount)));
    assert_eq!(ty.rotate_left(a, amount), ty.funnel_left(a, a, amount));
    assert_eq!(ty.rotate_right(a, amount), ty.funnel_right(a, a, amount));
    assert_eq!(ty.order(a, b), x.cmp(&y));
    assert!(Compare::ALL.into_iter().all(|op| ty.compare(op, a, b) == op.holds(x.cmp(&y))));
    match y {
        0 => assert_eq!(ty.binary(IntOp::Div, a, b), Err(Fault::DivisionByZero)),
        _ if x / y > high => assert_eq!(ty.binary(IntOp::Div, a, b), Err(Fault::DivisionOverflow)),
        _ => {
            assert_eq!(ty.binary(IntOp::Div, a, b), Ok(ty.truncate((x / y) as u128)));
            assert_eq!(ty.binary(IntOp::Rem, a, b), Ok(ty.truncate((x % y) as u128)));
        }
    }
    let product = a * b + a + b;
    let halves = (ty.truncate(product), product >> ty.bits());
    assert_eq!(ty.carrying_mul_add([a, b, a, b]), halves);
}

#[test]
fn text() {
    for ty in TYPES {
        for bits in interesting::ints(ty) {
            let text = ty.decimal(bits);
            let (negative, digits) =
                text.strip_prefix('-').map_or((false, text.as_str()), |digits| (true, digits));
            assert_eq!(ty.parse(negative, 10, digits), Ok(bits));
        }
    }
    assert_eq!(Int::U128.parse(false, 10, &"9".repeat(50)), Err(crate::TextError::OutOfRange));
    for text in ["", "_", "0x", "1e3", "é", "-1", "99999999999999999999999999999999999999999x"] {
        assert_eq!(Int::I64.parse(false, 10, text), Err(crate::TextError::Malformed), "{text}");
    }
}
