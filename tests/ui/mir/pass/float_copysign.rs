//@ verdict: ok
//@ trace: 0 c0000000
//@ trace: 1 3ff0000000000000
//@ witness: agrees
// A magnitude from here, a sign from there.
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
    let d: f64;
    let u: ();
    {
        a = 2.0_f32;
        Call(a = core::intrinsics::copysignf32(a, -0.0_f32), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(a), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        d = -1.0_f64;
        Call(d = core::intrinsics::copysignf64(d, 5.0_f64), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Call(u = observe(d), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Return()
    }
} }

fn main() {
    f();
}
