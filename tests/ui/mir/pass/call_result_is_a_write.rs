//@ verdict: ok
//@ trace: 0 4
//@ witness: agrees
// A result stored elsewhere leaves the reference alone.
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
        RET = 3;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: i32;
    let w: i32;
    let s: &'static i32;
    let y: i32;
    let u: ();
    {
        x = 4;
        s = &x;
        Call(w = g(), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        y = (*s);
        Call(u = observe(y), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
