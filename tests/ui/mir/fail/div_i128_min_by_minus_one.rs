//@ verdict: undefined
//@ rule: arithmetic
//@ says: by -1 overflows
//@ witness: agrees
// The widest integers divide by the same rule.
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
    let a: i128;
    let b: i128;
    let c: i128;
    let u: ();
    {
        a = -170141183460469231731687303715884105728_i128;
        b = -1_i128;
        c = a / b; //~
        Call(u = observe(c), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
