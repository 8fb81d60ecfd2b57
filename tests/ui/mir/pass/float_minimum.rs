//@ verdict: ok
//@ trace: 0 80000000
//@ trace: 1 0
//@ trace: 2 nan
//@ witness: agrees
// `minimum` and `maximum` order the zeros and pass NaN on.
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
    let a: f32;
    let b: f32;
    let c: f32;
    let u: ();
    {
        a = 0.0_f32;
        b = -0.0_f32;
        Call(c = core::intrinsics::minimumf32(a, b), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(c), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Call(c = core::intrinsics::maximumf32(a, b), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Call(u = observe(c), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        b = a / a;
        Call(c = core::intrinsics::maximumf32(a, b), ReturnTo(bb5), UnwindUnreachable())
    }
    bb5 = {
        Call(u = observe(c), ReturnTo(bb6), UnwindUnreachable())
    }
    bb6 = {
        Return()
    }
} }

fn main() {
    f();
}
