//! Every rule against the processor, and the software formats against a second way to
//! compute the same, over all pairs of interesting values.

use super::*;
use crate::number::{Fault, int, interesting};
use crate::syntax::IntTy;

const ARITHMETIC: [BinOp; 5] = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem];
const COMPARISONS: [BinOp; 6] = [BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Le, BinOp::Gt, BinOp::Ge];

fn pairs(ty: FloatTy) -> impl Iterator<Item = (u128, u128)> {
    let values = interesting::floats(ty);
    let rights = values.clone();
    values.into_iter().flat_map(move |a| rights.clone().into_iter().map(move |b| (a, b)))
}

/// A spread of values small enough for all triples.
fn triples(ty: FloatTy) -> impl Iterator<Item = (u128, u128, u128)> {
    let values: Vec<u128> = interesting::floats(ty).into_iter().step_by(7).collect();
    let all = values.clone();
    values.into_iter().flat_map(move |a| {
        let all = all.clone();
        all.clone().into_iter().flat_map(move |b| all.clone().into_iter().map(move |c| (a, b, c)))
    })
}

/// Equal bits, or both NaN.
fn same(ty: FloatTy, a: u128, b: u128) -> bool {
    a == b || is_nan(ty, a) && is_nan(ty, b)
}

/// An arithmetic outcome: the same value, and marked exactly when it is a NaN.
fn agrees(ty: FloatTy, ours: Outcome, theirs: u128) -> bool {
    let open = if is_nan(ty, theirs) { Open::NanBits } else { Open::Nothing };
    ours.open == open && same(ty, ours.bits, theirs)
}

macro_rules! against_processor {
    ($test:ident, $float:ident, $word:ident, $ty:expr) => {
        #[test]
        fn $test() {
            let native = |bits: u128| $float::from_bits(bits as $word);
            for (a, b) in pairs($ty) {
                let (x, y) = (native(a), native(b));
                let bits = |value: $float| u128::from(value.to_bits());
                let arithmetic = [x + y, x - y, x * y, x / y, x % y];
                for (op, value) in ARITHMETIC.into_iter().zip(arithmetic) {
                    let ours = binary(op, $ty, a, b);
                    assert!(agrees($ty, ours, bits(value)), "{x:?} {op:?} {y:?}: {ours:x?}");
                    let soft = soft::binary(op, $ty, a, b);
                    assert!(same($ty, soft, bits(value)), "{x:?} {op:?} {y:?}: soft {soft:x}");
                }
                let comparisons = [x == y, x != y, x < y, x <= y, x > y, x >= y];
                for (op, value) in COMPARISONS.into_iter().zip(comparisons) {
                    let expected = Outcome::exact(u128::from(value));
                    assert_eq!(binary(op, $ty, a, b), expected, "{x:?} {op:?} {y:?}");
                }
                assert_eq!(copysign($ty, a, b), bits(x.copysign(y)));
                let zeros = x == 0.0 && y == 0.0 && a != b;
                let (low, high) = (minnum($ty, a, b), maxnum($ty, a, b));
                assert_eq!(low.open == Open::ZeroSign, zeros);
                assert_eq!(high.open == Open::ZeroSign, zeros);
                assert!(zeros || agrees($ty, low, bits(x.min(y))), "{x:?} min {y:?}");
                assert!(zeros || agrees($ty, high, bits(x.max(y))), "{x:?} max {y:?}");
            }
            for a in interesting::floats($ty) {
                let x = native(a);
                let bits = |value: $float| u128::from(value.to_bits());
                assert_eq!(neg($ty, a), bits(-x));
                assert_eq!(abs($ty, a), bits(x.abs()));
                assert!(agrees($ty, sqrt($ty, a), bits(x.sqrt())));
                assert!(same($ty, soft::sqrt($ty, a), bits(x.sqrt())), "sqrt {x:?}");
                let rounded = [x.floor(), x.ceil(), x.trunc(), x.round(), x.round_ties_even()];
                for (rounding, value) in Rounding::ALL.into_iter().zip(rounded) {
                    assert!(agrees($ty, round(rounding, $ty, a), bits(value)));
                    let soft = soft::round(rounding, $ty, a);
                    assert!(same($ty, soft, bits(value)), "{rounding:?} {x:?}: soft {soft:x}");
                }
            }
            for (a, b, c) in triples($ty) {
                let expected = u128::from(native(a).mul_add(native(b), native(c)).to_bits());
                assert!(agrees($ty, fma($ty, a, b, c), expected));
                let soft = soft::fma($ty, a, b, c);
                assert!(same($ty, soft, expected), "fma {a:x} {b:x} {c:x}: {soft:x} {expected:x}");
            }
        }
    };
}

against_processor!(f32_agrees_with_the_processor, f32, u32, FloatTy::F32);
against_processor!(f64_agrees_with_the_processor, f64, u64, FloatTy::F64);

/// A finite `f16` is a multiple of 2^-24 below 2^16, so products and sums of products are
/// exact in 128 bits.
fn half_as_fixed(bits: u128) -> i128 {
    let (significand, exponent) = format::split(FloatTy::F16, bits);
    let value = (significand as i128) << (exponent + 24);
    if is_negative(FloatTy::F16, bits) { -value } else { value }
}

/// `f16` by detours: an `f64` holds every result of `+ - * / sqrt` of halves precisely
/// enough that rounding it once more is innocent.
#[test]
fn half_agrees_with_double() {
    let ty = FloatTy::F16;
    let widen = |bits| f64::from_bits(resize(ty, FloatTy::F64, bits).bits as u64);
    let narrow = |value: f64| resize(FloatTy::F64, ty, u128::from(value.to_bits())).bits;
    for (a, b) in pairs(ty) {
        let (x, y) = (widen(a), widen(b));
        let values = [x + y, x - y, x * y, x / y, x % y];
        for (op, value) in ARITHMETIC.into_iter().zip(values) {
            let ours = binary(op, ty, a, b);
            assert!(agrees(ty, ours, narrow(value)), "{x} {op:?} {y}: {ours:x?}");
        }
        let comparisons = [x == y, x != y, x < y, x <= y, x > y, x >= y];
        for (op, value) in COMPARISONS.into_iter().zip(comparisons) {
            assert_eq!(compare(op, ty, a, b), value, "{x} {op:?} {y}");
        }
    }
    for a in 0..=u128::from(u16::MAX) {
        let x = widen(a);
        assert!(agrees(ty, sqrt(ty, a), narrow(x.sqrt())), "sqrt {x}");
        let rounded = [x.floor(), x.ceil(), x.trunc(), x.round(), x.round_ties_even()];
        for (rounding, value) in Rounding::ALL.into_iter().zip(rounded) {
            assert!(agrees(ty, round(rounding, ty, a), narrow(value)), "{rounding:?} {x}");
        }
    }
}

#[test]
fn half_fma_agrees_with_fixed_point() {
    let ty = FloatTy::F16;
    for (a, b, c) in triples(ty) {
        let ours = fma(ty, a, b, c);
        if ![a, b, c].into_iter().all(|bits| is_finite(ty, bits)) {
            continue;
        }
        let exact = half_as_fixed(a) * half_as_fixed(b) + (half_as_fixed(c) << 24);
        if exact == 0 {
            assert_eq!(abs(ty, ours.bits), 0);
            continue;
        }
        // An `f128` holds the exact sum times 2^48; its exponent is lowered by as much.
        let scaled = from_int(IntTy::I128, FloatTy::F128, exact as u128);
        let value = scaled - (48 << 112);
        assert_eq!(ours, resize(FloatTy::F128, ty, value), "fma {a:x} {b:x} {c:x}");
    }
}

/// Widening and narrowing again gives the value back.
#[test]
fn widening_is_exact() {
    let order = FloatTy::ALL;
    for (position, &narrow) in order.iter().enumerate() {
        for &wide in &order[position..] {
            for a in interesting::floats(narrow) {
                let there = resize(narrow, wide, a);
                let back = resize(wide, narrow, there.bits);
                assert!(agrees(narrow, back, a), "{a:x}: {} and {}", narrow.name(), wide.name());
                assert_eq!(there.open == Open::NanBits, is_nan(narrow, a));
            }
        }
    }
}

/// The narrow formats' operations, by way of `f128`, which is wide enough for all of them.
#[test]
fn quad_agrees_with_double() {
    let (ty, wide) = (FloatTy::F64, FloatTy::F128);
    let widen = |bits| resize(ty, wide, bits).bits;
    for (a, b) in pairs(ty) {
        for op in ARITHMETIC {
            let result = binary(op, wide, widen(a), widen(b));
            let expected = binary(op, ty, a, b);
            let rounded = resize(wide, ty, result.bits);
            assert_eq!(rounded, expected, "{a:x} {op:?} {b:x}");
        }
        for op in COMPARISONS {
            assert_eq!(compare(op, wide, widen(a), widen(b)), compare(op, ty, a, b));
        }
    }
    for a in interesting::floats(ty) {
        let root = sqrt(wide, widen(a));
        assert_eq!(resize(wide, ty, root.bits), sqrt(ty, a), "sqrt {a:x}");
        for rounding in Rounding::ALL {
            let rounded = round(rounding, wide, widen(a));
            assert_eq!(resize(wide, ty, rounded.bits), round(rounding, ty, a), "{a:x}");
        }
    }
}

/// The remainder against that of the library, which takes one bit per step.
#[test]
fn quad_remainder_agrees_with_apfloat() {
    use rustc_apfloat::Float;
    use rustc_apfloat::ieee::Quad;
    let ty = FloatTy::F128;
    let values: Vec<u128> = interesting::floats(ty).into_iter().step_by(5).collect();
    for &a in &values {
        for &b in &values {
            let theirs = Quad::from_bits(a).c_fmod(Quad::from_bits(b)).value.to_bits();
            let ours = soft::binary(BinOp::Rem, ty, a, b);
            assert!(same(ty, ours, theirs), "{a:x} % {b:x}: {ours:x} {theirs:x}");
        }
    }
}

/// The floats next to a root have squares on either side of the operand, and the root's own
/// square is no further away than half a step allows.
#[test]
fn quad_root_is_between_its_neighbours() {
    let ty = FloatTy::F128;
    for a in interesting::floats(ty) {
        if is_negative(ty, a) || !is_finite(ty, a) || a == 0 {
            continue;
        }
        let root = sqrt(ty, a).bits;
        // (root ± step/2)² is root² ± root * step, but for a term that rounding hides.
        let minus_a = neg(ty, a);
        let difference = fma(ty, root, root, minus_a).bits;
        let step = binary(BinOp::Sub, ty, root + 1, root).bits;
        let bound = fma(ty, root, step, 0).bits;
        let next = fma(ty, root + 1, root + 1, minus_a).bits;
        let previous = fma(ty, root - 1, root - 1, minus_a).bits;
        assert!(!is_negative(ty, next), "sqrt {a:x}: the next float is no larger root");
        assert!(is_negative(ty, previous) || previous == 0, "sqrt {a:x}");
        // There the square's lowest digits are below the smallest subnormal number.
        let tiny = a < 200 << 112;
        assert!(
            tiny || compare(BinOp::Le, ty, abs(ty, difference), bound),
            "sqrt {a:x} = {root:x}"
        );
    }
}

#[test]
fn minimum_and_maximum() {
    for ty in FloatTy::ALL {
        for (a, b) in pairs(ty) {
            let (low, high) = (minimum(ty, a, b), maximum(ty, a, b));
            if is_nan(ty, a) || is_nan(ty, b) {
                assert_eq!((low, high), (Outcome::nan(ty), Outcome::nan(ty)));
                continue;
            }
            assert!(low.bits == a && high.bits == b || low.bits == b && high.bits == a);
            assert!(compare(BinOp::Le, ty, low.bits, high.bits));
            if compare(BinOp::Eq, ty, a, b) && a != b {
                assert_eq!((low.bits, high.bits), (sign_mask(ty), 0));
            }
            assert_eq!((low.open, high.open), (Open::Nothing, Open::Nothing));
        }
    }
}

macro_rules! for_all_ints {
    ($check:ident, $($fixed:tt)*) => {
        $check!(i8, IntTy::I8, $($fixed)*);
        $check!(i16, IntTy::I16, $($fixed)*);
        $check!(i32, IntTy::I32, $($fixed)*);
        $check!(i64, IntTy::I64, $($fixed)*);
        $check!(i128, IntTy::I128, $($fixed)*);
        $check!(isize, IntTy::Isize, $($fixed)*);
        $check!(u8, IntTy::U8, $($fixed)*);
        $check!(u16, IntTy::U16, $($fixed)*);
        $check!(u32, IntTy::U32, $($fixed)*);
        $check!(u64, IntTy::U64, $($fixed)*);
        $check!(u128, IntTy::U128, $($fixed)*);
        $check!(usize, IntTy::Usize, $($fixed)*);
    };
}

/// Casts from and to `f32` and `f64` against the compiler's; those of `f16` and `f128`
/// through a wider or equal format.
#[test]
fn casts_agree_with_the_compiler() {
    macro_rules! check {
        ($int:ident, $int_ty:expr, $float:ident, $word:ident, $ty:expr) => {
            for a in interesting::floats($ty) {
                let x = $float::from_bits(a as $word);
                let expected = int::truncate($int_ty, (x as $int) as u128);
                assert_eq!(to_int($ty, $int_ty, a), expected, "{x:?} as {}", $int_ty.name());
                let quad = resize($ty, FloatTy::F128, a).bits;
                assert_eq!(to_int(FloatTy::F128, $int_ty, quad), expected, "{x:?}");
                let whole = x.trunc();
                // For `f32` and `u128` this is infinity, which no finite float reaches.
                let beyond = (2.0 as $float).powi($int::MAX.count_ones() as i32);
                let fits = whole >= $int::MIN as $float && whole < beyond;
                let promised = if fits { Ok(expected) } else { Err(Fault::FloatOutOfRange) };
                assert_eq!(to_int_unchecked($ty, $int_ty, a), promised, "{x:?}");
            }
            for a in interesting::ints($int_ty) {
                let x = a as $int;
                let expected = u128::from((x as $float).to_bits());
                assert_eq!(from_int($int_ty, $ty, a), expected, "{x} as {}", $ty.name());
            }
        };
    }
    for_all_ints!(check, f32, u32, FloatTy::F32);
    for_all_ints!(check, f64, u64, FloatTy::F64);
}

#[test]
fn casts_of_half_go_through_wider_floats() {
    for int_ty in IntTy::ALL {
        for a in interesting::floats(FloatTy::F16) {
            let wide = resize(FloatTy::F16, FloatTy::F64, a).bits;
            let expected = to_int(FloatTy::F64, int_ty, wide);
            assert_eq!(to_int(FloatTy::F16, int_ty, a), expected, "{a:x} as {}", int_ty.name());
        }
        for a in interesting::ints(int_ty) {
            // Exact in 113 bits or, beyond those, far above the largest `f16`.
            let wide = from_int(int_ty, FloatTy::F128, a);
            let expected = resize(FloatTy::F128, FloatTy::F16, wide).bits;
            assert_eq!(from_int(int_ty, FloatTy::F16, a), expected, "{a:x}");
        }
    }
}
