//@ verdict: ok
//@ trace: 0 9
//@ witness: agrees
// After the call the argument's rights are gone and the place is free.
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
fn g(r: &'static mut i32) { mir! {
    {
        (*r) = 2;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: i32;
    let r: &'static mut i32;
    let p: *mut i32;
    let u: ();
    {
        x = 1;
        p = &raw mut x;
        r = &mut (*p);
        Call(u = g(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        (*p) = 9;
        Call(u = observe(x), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
