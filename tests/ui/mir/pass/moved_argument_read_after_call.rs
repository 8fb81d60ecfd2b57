//@ verdict: ok
//@ trace: 0 5
//@ witness: agrees
// A copied argument is still there after the call.
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
fn g(a: i32) { mir! {
    {
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: i32;
    let y: i32;
    let p: *const i32;
    let u: ();
    {
        x = 5;
        p = &raw const x;
        Call(u = g(x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        y = x;
        Call(u = observe(y), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
