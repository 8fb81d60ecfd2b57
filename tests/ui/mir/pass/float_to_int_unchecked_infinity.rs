//@ verdict: ok
//@ trace: 0 80000000000000000000000000000000
//@ witness: agrees
// A finite one.
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
    let z: f64;
    let n: u128;
    let u: ();
    {
        z = 0.0_f64;
        a = 170141183460469231731687303715884105728.0_f64;
        Call(n = core::intrinsics::float_to_int_unchecked::<f64, u128>(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(n), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
