//@ verdict: ok
//@ trace: 0 0
//@ trace: 1 1
//@ trace: 2 0
//@ trace: 3 1
//@ witness: agrees
// NaN is not even equal to itself; the zeros are equal.
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
    let z: f64;
    let n: f64;
    let m: f64;
    let b: bool;
    let u: ();
    {
        z = 0.0_f64;
        n = z / z;
        b = n == n;
        Call(u = observe(b), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        b = n != n;
        Call(u = observe(b), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        b = n <= z;
        Call(u = observe(b), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        m = -0.0_f64;
        b = z == m;
        Call(u = observe(b), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Return()
    }
} }

fn main() {
    f();
}
