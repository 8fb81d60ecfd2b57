//@ verdict: ok
//@ trace: 0 9
//@ trace: 1 1
//@ witness: agrees
// A copied argument may be changed on both sides.
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
fn g(a: i32, p: *mut i32) { mir! {
    let u: ();
    {
        a = 9;
        (*p) = 1;
        Call(u = observe(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: i32;
    let p: *mut i32;
    let u: ();
    {
        x = 5;
        p = &raw mut x;
        Call(u = g(x, p), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(x), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
