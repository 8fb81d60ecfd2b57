//@ verdict: ok
//@ trace: 0 3dcccccd
//@ trace: 1 3fb99999a0000000
//@ trace: 2 7f800000
//@ witness: agrees
// Narrowing rounds, widening is exact, too large becomes infinite.
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
    let d: f64;
    let a: f32;
    let u: ();
    {
        d = 0.1_f64;
        a = d as f32;
        Call(u = observe(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        d = a as f64;
        Call(u = observe(d), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        d = 1e300_f64;
        a = d as f32;
        Call(u = observe(a), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Return()
    }
} }

fn main() {
    f();
}
