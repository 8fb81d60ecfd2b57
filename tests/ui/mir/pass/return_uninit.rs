//@ verdict: ok
//@ trace: 0 6
//@ witness: agrees
// A function that returns a value must have made it.
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
fn g() -> i32 { mir! {
    type RET = i32;
    {
        RET = 6;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let r: i32;
    let u: ();
    {
        Call(r = g(), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
