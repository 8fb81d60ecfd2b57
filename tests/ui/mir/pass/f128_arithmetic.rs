//@ verdict: ok
//@ trace: 0 3ffd5555555555555555555555555555
//@ trace: 1 3ffb999999999999999999999999999a
//@ witness: agrees
// Quadruple precision rounds to 113 bits.
#![feature(custom_mir, core_intrinsics, f128)]
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
    let a: f128;
    let u: ();
    {
        a = 1.0_f128;
        a = a / 3.0_f128;
        Call(u = observe(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        a = 0.1_f128;
        Call(u = observe(a), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
