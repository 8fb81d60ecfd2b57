//@ verdict: ok
//@ trace: 0 12 fe ff ff
//@ trace: 1 fffffffffffffffffffffffffffffffd 2
//@ witness: agrees
// A product in twice the width, with two numbers added, is given in halves: low, then high.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let p: (u8, u8);
    let q: (u8, u8);
    let t: ((u8, u8), (u8, u8));
    let w: (u128, u128);
    let big: u128;
    let u: ();
    {
        big = 340282366920938463463374607431768211455_u128;
        Call(p = core::intrinsics::carrying_mul_add::<u8, u8>(255_u8, 255_u8, 7_u8, 10_u8), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(q = core::intrinsics::carrying_mul_add::<u8, u8>(255_u8, 255_u8, 255_u8, 255_u8), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        t = (p, q);
        Call(u = observe(t), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Call(w = core::intrinsics::carrying_mul_add::<u128, u128>(big, 2_u128, 0_u128, big), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Call(u = observe(w), ReturnTo(bb5), UnwindUnreachable())
    }
    bb5 = {
        Return()
    }
} }

fn main() {
    f();
}
