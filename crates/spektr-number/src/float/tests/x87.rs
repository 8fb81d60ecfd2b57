//! The x87 format against an x87, which every processor of this architecture has.
#![cfg(target_arch = "x86_64")]

use std::arch::asm;

use super::*;

/// Runs x87 instructions on up to two numbers; the last pushed is `st(0)`.
macro_rules! x87 {
    ($a:expr, $b:expr, $($instruction:literal),+) => {{
        let (a, b) = (($a as u128).to_le_bytes(), ($b as u128).to_le_bytes());
        let mut result = [0u8; 16];
        // SAFETY: the operands are in memory of at least ten bytes, and the stack of the
        // x87 is as empty afterwards as it was before.
        unsafe {
            asm!(
                "fninit",
                "fld tbyte ptr [{a}]",
                "fld tbyte ptr [{b}]",
                $($instruction,)+
                "fstp tbyte ptr [{result}]",
                "fninit",
                a = in(reg) &a,
                b = in(reg) &b,
                result = in(reg) &mut result,
                out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
                out("ax") _,
            );
        }
        u128::from_le_bytes(result)
    }};
}

const X87: Format = Format::X87;

/// Interesting values, and the patterns that only this format has.
fn values() -> Vec<u128> {
    let mut values: Vec<u128> = interesting::floats(X87).into_iter().step_by(2).collect();
    let pseudo_denormal = 1 << 63 | 5;
    let unnormal = 0x3fff << 64 | 1 << 62;
    let pseudo_infinity = 0x7fff << 64;
    values.extend([pseudo_denormal, unnormal, pseudo_infinity, pseudo_infinity | 1]);
    values
}

#[test]
fn operators_agree() {
    for &a in &values() {
        for &b in &values() {
            let theirs = [
                x87!(a, b, "faddp"),
                x87!(a, b, "fsubp"),
                x87!(a, b, "fmulp"),
                x87!(a, b, "fdivp"),
            ];
            for (op, theirs) in FloatOp::ALL.into_iter().zip(theirs) {
                let ours = X87.binary(op, a, b);
                assert!(agrees(X87, ours, theirs), "{a:x} {op:?} {b:x}: {ours:x?} {theirs:x}");
            }
        }
    }
}

/// `fprem` and `fprem1` divide in steps until their flag C2 says that they are done.
#[test]
fn remainders_agree() {
    for &a in values().iter().step_by(3) {
        for &b in values().iter().step_by(3) {
            let truncated = x87!(b, a, "2:", "fprem", "fnstsw ax", "test ax, 0x400", "jnz 2b");
            let ours = X87.binary(FloatOp::Rem, a, b);
            assert!(agrees(X87, ours, truncated), "{a:x} rem {b:x}: {ours:x?} {truncated:x}");
            let nearest = x87!(b, a, "2:", "fprem1", "fnstsw ax", "test ax, 0x400", "jnz 2b");
            let ours = X87.nearest_remainder(a, b);
            assert!(agrees(X87, ours, nearest), "{a:x} nearest {b:x}: {ours:x?} {nearest:x}");
        }
    }
}

#[test]
fn roots_and_roundings_agree() {
    for a in values() {
        let root = x87!(0, a, "fsqrt");
        assert!(agrees(X87, X87.sqrt(a), root), "sqrt {a:x}: {:x?} {root:x}", X87.sqrt(a));
        let rounded = x87!(0, a, "frndint");
        assert!(agrees(X87, X87.round(Rounding::TiesEven, a), rounded), "round {a:x}");
    }
}

#[test]
fn two_spellings_of_one_number_are_equal() {
    let (pseudo, normal) = (1 << 63, 1 << 64 | 1 << 63);
    assert!(X87.compare(Compare::Eq, pseudo, normal));
    assert!(!X87.compare(Compare::Lt, pseudo, normal));
    assert!(!X87.compare(Compare::Eq, pseudo, X87.neg(normal)));
    assert_eq!(X87.classify(pseudo), Class::Normal);
    assert_eq!(X87.classify(0x3fff << 64), Class::SignallingNan);
    assert_eq!(X87.classify(0x7fff << 64), Class::SignallingNan);
    assert_eq!(X87.classify(5), Class::Subnormal);
}
