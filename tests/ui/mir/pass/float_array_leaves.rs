//@ verdict: ok
//@ trace: 0 3f800000 c0000000 nan
//@ witness: agrees
// Floats are observed as bits; all NaNs look alike.
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
    let a: [f32; 3];
    let z: f32;
    let n: f32;
    let u: ();
    {
        z = 0.0_f32;
        n = z / z;
        a = [1.0_f32, -2.0_f32, n];
        Call(u = observe(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
