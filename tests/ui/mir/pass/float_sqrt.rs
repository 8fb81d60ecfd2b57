//@ verdict: ok
//@ trace: 0 3fb504f3
//@ trace: 1 nan
//@ trace: 2 80000000
//@ witness: agrees
// The square root is rounded right; of a negative number it is NaN, of -0 it is -0.
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
    let u: ();
    {
        a = 2.0_f32;
        Call(a = core::intrinsics::sqrtf32(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(a), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        a = -1.0_f32;
        Call(a = core::intrinsics::sqrtf32(a), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Call(u = observe(a), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        a = -0.0_f32;
        Call(a = core::intrinsics::sqrtf32(a), ReturnTo(bb5), UnwindUnreachable())
    }
    bb5 = {
        Call(u = observe(a), ReturnTo(bb6), UnwindUnreachable())
    }
    bb6 = {
        Return()
    }
} }

fn main() {
    f();
}
