//@ verdict: ok
//@ trace: 0 b970000000000000
//@ witness: agrees
// A fused multiply-add rounds once.
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
    let a: f64;
    let b: f64;
    let c: f64;
    let u: ();
    {
        a = 1.0000000000000002_f64;
        b = 0.9999999999999998_f64;
        c = -1.0_f64;
        Call(a = core::intrinsics::fmaf64(a, b, c), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(a), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
