//@ verdict: ok
//@ trace: 0 6
//@ witness: agrees
// A moved local may be given a new value.
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
    let p: *mut i32;
    let u: ();
    {
        x = 5;
        p = &raw mut x;
        Call(u = g(Move(x)), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        (*p) = 6;
        Call(u = observe(x), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
