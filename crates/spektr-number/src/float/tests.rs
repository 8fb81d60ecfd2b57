//! Every rule against the processor, and the software formats against a second way to
//! compute the same, over all pairs of interesting values.

use super::*;
use crate::{Fault, Int, interesting};

fn pairs(ty: Format) -> impl Iterator<Item = (u128, u128)> {
    let values = interesting::floats(ty);
    let rights = values.clone();
    values.into_iter().flat_map(move |a| rights.clone().into_iter().map(move |b| (a, b)))
}

/// A spread of values small enough for all triples.
fn triples(ty: Format) -> impl Iterator<Item = (u128, u128, u128)> {
    let values: Vec<u128> = interesting::floats(ty).into_iter().step_by(7).collect();
    let all = values.clone();
    values.into_iter().flat_map(move |a| {
        let all = all.clone();
        all.clone().into_iter().flat_map(move |b| all.clone().into_iter().map(move |c| (a, b, c)))
    })
}

/// Equal bits, or both NaN.
fn same(ty: Format, a: u128, b: u128) -> bool {
    a == b || ty.is_nan(a) && ty.is_nan(b)
}

/// An arithmetic outcome: the same value, and marked exactly when it is a NaN.
fn agrees(ty: Format, ours: Outcome, theirs: u128) -> bool {
    let open = if ty.is_nan(theirs) { Open::NanBits } else { Open::Nothing };
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
                for (op, value) in FloatOp::ALL.into_iter().zip(arithmetic) {
                    let ours = $ty.binary(op, a, b);
                    assert!(agrees($ty, ours, bits(value)), "{x:?} {op:?} {y:?}: {ours:x?}");
                    let soft = soft::binary(op, $ty, a, b);
                    assert!(same($ty, soft, bits(value)), "{x:?} {op:?} {y:?}: soft {soft:x}");
                }
                let comparisons = [x == y, x != y, x < y, x <= y, x > y, x >= y];
                for (op, value) in Compare::ALL.into_iter().zip(comparisons) {
                    assert_eq!($ty.compare(op, a, b), value, "{x:?} {op:?} {y:?}");
                }
                assert_eq!($ty.copysign(a, b), bits(x.copysign(y)));
                let zeros = x == 0.0 && y == 0.0 && a != b;
                let (low, high) = ($ty.minnum(a, b), $ty.maxnum(a, b));
                assert_eq!(low.open == Open::ZeroSign, zeros);
                assert_eq!(high.open == Open::ZeroSign, zeros);
                assert!(zeros || agrees($ty, low, bits(x.min(y))), "{x:?} min {y:?}");
                assert!(zeros || agrees($ty, high, bits(x.max(y))), "{x:?} max {y:?}");
            }
            for a in interesting::floats($ty) {
                let x = native(a);
                let bits = |value: $float| u128::from(value.to_bits());
                assert_eq!($ty.neg(a), bits(-x));
                assert_eq!($ty.abs(a), bits(x.abs()));
                assert!(agrees($ty, $ty.sqrt(a), bits(x.sqrt())));
                assert!(same($ty, soft::sqrt($ty, a), bits(x.sqrt())), "sqrt {x:?}");
                let rounded = [x.floor(), x.ceil(), x.trunc(), x.round(), x.round_ties_even()];
                for (rounding, value) in Rounding::ALL.into_iter().zip(rounded) {
                    assert!(agrees($ty, $ty.round(rounding, a), bits(value)));
                    let soft = soft::round(rounding, $ty, a);
                    assert!(same($ty, soft, bits(value)), "{rounding:?} {x:?}: soft {soft:x}");
                }
            }
            for (a, b, c) in triples($ty) {
                let expected = u128::from(native(a).mul_add(native(b), native(c)).to_bits());
                assert!(agrees($ty, $ty.fma(a, b, c), expected));
                let soft = soft::fma($ty, a, b, c);
                assert!(same($ty, soft, expected), "fma {a:x} {b:x} {c:x}: {soft:x} {expected:x}");
            }
        }
    };
}

against_processor!(f32_agrees_with_the_processor, f32, u32, Format::F32);
against_processor!(f64_agrees_with_the_processor, f64, u64, Format::F64);

/// A finite `f16` is a multiple of 2^-24 below 2^16, so products and sums of products are
/// exact in 128 bits.
fn half_as_fixed(bits: u128) -> i128 {
    let (significand, exponent) = Format::F16.split(bits);
    let value = (significand as i128) << (exponent + 24);
    if Format::F16.is_negative(bits) { -value } else { value }
}

/// `f16` by detours: an `f64` holds every result of `+ - * / sqrt` of halves precisely
/// enough that rounding it once more is innocent.
#[test]
fn half_agrees_with_double() {
    let ty = Format::F16;
    let widen = |bits| f64::from_bits(ty.resize(Format::F64, bits).bits as u64);
    let narrow = |value: f64| Format::F64.resize(ty, u128::from(value.to_bits())).bits;
    for (a, b) in pairs(ty) {
        let (x, y) = (widen(a), widen(b));
        let values = [x + y, x - y, x * y, x / y, x % y];
        for (op, value) in FloatOp::ALL.into_iter().zip(values) {
            let ours = ty.binary(op, a, b);
            assert!(agrees(ty, ours, narrow(value)), "{x} {op:?} {y}: {ours:x?}");
        }
        let comparisons = [x == y, x != y, x < y, x <= y, x > y, x >= y];
        for (op, value) in Compare::ALL.into_iter().zip(comparisons) {
            assert_eq!(ty.compare(op, a, b), value, "{x} {op:?} {y}");
        }
    }
    for a in 0..=u128::from(u16::MAX) {
        let x = widen(a);
        assert!(agrees(ty, ty.sqrt(a), narrow(x.sqrt())), "sqrt {x}");
        let rounded = [x.floor(), x.ceil(), x.trunc(), x.round(), x.round_ties_even()];
        for (rounding, value) in Rounding::ALL.into_iter().zip(rounded) {
            assert!(agrees(ty, ty.round(rounding, a), narrow(value)), "{rounding:?} {x}");
        }
    }
}

#[test]
fn half_fma_agrees_with_fixed_point() {
    let ty = Format::F16;
    for (a, b, c) in triples(ty) {
        let ours = ty.fma(a, b, c);
        if ![a, b, c].into_iter().all(|bits| ty.is_finite(bits)) {
            continue;
        }
        let exact = half_as_fixed(a) * half_as_fixed(b) + (half_as_fixed(c) << 24);
        if exact == 0 {
            assert_eq!(ty.abs(ours.bits), 0);
            continue;
        }
        // An `f128` holds the exact sum times 2^48; its exponent is lowered by as much.
        let scaled = Format::F128.from_int(Int::I128, exact as u128);
        let value = scaled - (48 << 112);
        assert_eq!(ours, Format::F128.resize(ty, value), "fma {a:x} {b:x} {c:x}");
    }
}

/// Widening and narrowing again gives the value back.
#[test]
fn widening_is_exact() {
    for narrow in Format::ALL {
        let fits =
            |wide: &Format| wide.precision() >= narrow.precision() && wide.bias() >= narrow.bias();
        for wide in Format::ALL.into_iter().filter(fits) {
            for a in interesting::floats(narrow) {
                let there = narrow.resize(wide, a);
                let back = wide.resize(narrow, there.bits);
                assert!(agrees(narrow, back, a), "{a:x}: {narrow:?} and {wide:?}");
                assert_eq!(there.open == Open::NanBits, narrow.is_nan(a));
            }
        }
    }
}

/// The narrow formats' operations, by way of `f128`, which is wide enough for all of them.
#[test]
fn quad_agrees_with_double() {
    let (ty, wide) = (Format::F64, Format::F128);
    let widen = |bits| ty.resize(wide, bits).bits;
    for (a, b) in pairs(ty) {
        for op in FloatOp::ALL {
            let result = wide.binary(op, widen(a), widen(b));
            let expected = ty.binary(op, a, b);
            let rounded = wide.resize(ty, result.bits);
            assert_eq!(rounded, expected, "{a:x} {op:?} {b:x}");
        }
        for op in Compare::ALL {
            assert_eq!(wide.compare(op, widen(a), widen(b)), ty.compare(op, a, b));
        }
    }
    for a in interesting::floats(ty) {
        let root = wide.sqrt(widen(a));
        assert_eq!(wide.resize(ty, root.bits), ty.sqrt(a), "sqrt {a:x}");
        for rounding in Rounding::ALL {
            let rounded = wide.round(rounding, widen(a));
            assert_eq!(wide.resize(ty, rounded.bits), ty.round(rounding, a), "{a:x}");
        }
    }
}

/// The remainder against that of the library, which takes one bit per step.
#[test]
fn quad_remainder_agrees_with_apfloat() {
    use rustc_apfloat::Float;
    use rustc_apfloat::ieee::Quad;
    let ty = Format::F128;
    let values: Vec<u128> = interesting::floats(ty).into_iter().step_by(5).collect();
    for &a in &values {
        for &b in &values {
            let theirs = Quad::from_bits(a).c_fmod(Quad::from_bits(b)).value.to_bits();
            let ours = soft::binary(FloatOp::Rem, ty, a, b);
            assert!(same(ty, ours, theirs), "{a:x} % {b:x}: {ours:x} {theirs:x}");
        }
    }
}

/// The floats next to a root have squares on either side of the operand, and the root's own
/// square is no further away than half a step allows.
#[test]
fn quad_root_is_between_its_neighbours() {
    let ty = Format::F128;
    for a in interesting::floats(ty) {
        if ty.is_negative(a) || !ty.is_finite(a) || a == 0 {
            continue;
        }
        let root = ty.sqrt(a).bits;
        // (root ± step/2)² is root² ± root * step, but for a term that rounding hides.
        let minus_a = ty.neg(a);
        let difference = ty.fma(root, root, minus_a).bits;
        let step = ty.binary(FloatOp::Sub, root + 1, root).bits;
        let bound = ty.fma(root, step, 0).bits;
        let next = ty.fma(root + 1, root + 1, minus_a).bits;
        let previous = ty.fma(root - 1, root - 1, minus_a).bits;
        assert!(!ty.is_negative(next), "sqrt {a:x}: the next float is no larger root");
        assert!(ty.is_negative(previous) || previous == 0, "sqrt {a:x}");
        // There the square's lowest digits are below the smallest subnormal number.
        let tiny = a < 200 << 112;
        assert!(
            tiny || ty.compare(Compare::Le, ty.abs(difference), bound),
            "sqrt {a:x} = {root:x}"
        );
    }
}

#[test]
fn minimum_and_maximum() {
    for ty in Format::ALL {
        for (a, b) in pairs(ty) {
            let (low, high) = (ty.minimum(a, b), ty.maximum(a, b));
            if ty.is_nan(a) || ty.is_nan(b) {
                assert_eq!((low, high), (Outcome::nan(ty), Outcome::nan(ty)));
                continue;
            }
            assert!(low.bits == a && high.bits == b || low.bits == b && high.bits == a);
            assert!(ty.compare(Compare::Le, low.bits, high.bits));
            if ty.compare(Compare::Eq, a, b) && a != b {
                assert_eq!((low.bits, high.bits), (ty.sign_mask(), 0));
            }
            assert_eq!((low.open, high.open), (Open::Nothing, Open::Nothing));
        }
    }
}

macro_rules! for_all_ints {
    ($check:ident, $($fixed:tt)*) => {
        $check!(i8, Int::I8, $($fixed)*);
        $check!(i16, Int::I16, $($fixed)*);
        $check!(i32, Int::I32, $($fixed)*);
        $check!(i64, Int::I64, $($fixed)*);
        $check!(i128, Int::I128, $($fixed)*);
        $check!(u8, Int::U8, $($fixed)*);
        $check!(u16, Int::U16, $($fixed)*);
        $check!(u32, Int::U32, $($fixed)*);
        $check!(u64, Int::U64, $($fixed)*);
        $check!(u128, Int::U128, $($fixed)*);
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
                let expected = $int_ty.truncate((x as $int) as u128);
                assert_eq!($ty.to_int($int_ty, a), expected, "{x:?} as {}", stringify!($int));
                let quad = $ty.resize(Format::F128, a).bits;
                assert_eq!(Format::F128.to_int($int_ty, quad), expected, "{x:?}");
                let whole = x.trunc();
                // For `f32` and `u128` this is infinity, which no finite float reaches.
                let beyond = (2.0 as $float).powi($int::MAX.count_ones() as i32);
                let fits = whole >= $int::MIN as $float && whole < beyond;
                let promised = if fits { Ok(expected) } else { Err(Fault::FloatOutOfRange) };
                assert_eq!($ty.to_int_checked($int_ty, a), promised, "{x:?}");
            }
            for a in interesting::ints($int_ty) {
                let x = a as $int;
                let expected = u128::from((x as $float).to_bits());
                assert_eq!($ty.from_int($int_ty, a), expected, "{x} as {}", stringify!($float));
            }
        };
    }
    for_all_ints!(check, f32, u32, Format::F32);
    for_all_ints!(check, f64, u64, Format::F64);
}

#[test]
fn casts_of_half_go_through_wider_floats() {
    for bits in 1..=128 {
        let int_ty = Int::new(bits, bits % 3 != 0);
        for a in interesting::floats(Format::F16) {
            let wide = Format::F16.resize(Format::F64, a).bits;
            let expected = Format::F64.to_int(int_ty, wide);
            assert_eq!(Format::F16.to_int(int_ty, a), expected, "{a:x} as {int_ty:?}");
        }
        for a in interesting::ints(int_ty) {
            // Exact in 113 bits or, beyond those, far above the largest `f16`.
            let wide = Format::F128.from_int(int_ty, a);
            let expected = Format::F128.resize(Format::F16, wide).bits;
            assert_eq!(Format::F16.from_int(int_ty, a), expected, "{a:x}");
        }
    }
}

mod text;
mod x87;
