//@ verdict: ok
//@ trace: 0 7fffffff
//@ witness: agrees
// The least value but one can be divided by -1.
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
    let a: i32;
    let b: i32;
    let c: i32;
    let u: ();
    {
        a = -2147483647_i32;
        b = -1_i32;
        c = a / b;
        Call(u = observe(c), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
