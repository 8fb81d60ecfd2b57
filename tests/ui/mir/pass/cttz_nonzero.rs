//@ verdict: ok
//@ trace: 0 7f
//@ witness: agrees
// `cttz_nonzero` promises a value other than zero.
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
    let a: u128;
    let n: u32;
    let u: ();
    {
        a = 170141183460469231731687303715884105728_u128;
        Call(n = core::intrinsics::cttz_nonzero(a), ReturnTo(bb1), UnwindUnreachable())
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
