//@ verdict: ok
//@ trace: 0 7f800000
//@ trace: 1 ff800000
//@ trace: 2 nan
//@ witness: agrees
// Floats divide by zero.
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
    let z: f32;
    let c: f32;
    let u: ();
    {
        a = 1.0_f32;
        z = 0.0_f32;
        c = a / z;
        Call(u = observe(c), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        a = -1.0_f32;
        c = a / z;
        Call(u = observe(c), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        c = z / z;
        Call(u = observe(c), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Return()
    }
} }

fn main() {
    f();
}
