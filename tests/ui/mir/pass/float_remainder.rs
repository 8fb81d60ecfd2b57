//@ verdict: ok
//@ trace: 0 bff8000000000000
//@ trace: 1 4000000000000000
//@ witness: agrees
// The remainder is exact and takes the sign of the dividend.
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
    let c: f64;
    let u: ();
    {
        a = -5.5_f64;
        c = a % 4.0_f64;
        Call(u = observe(c), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        a = 5.0_f64;
        c = a % 3.0_f64;
        Call(u = observe(c), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
