//@ verdict: ok
//@ trace: 0 5
//@ witness: agrees
// Read by another, the argument is not written.
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
fn g(r: &'static mut i32, p: *mut i32) -> i32 { mir! {
    type RET = i32;
    {
        RET = (*p);
        RET = (*r);
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: i32;
    let r: &'static mut i32;
    let p: *mut i32;
    let y: i32;
    let u: ();
    {
        x = 5;
        p = &raw mut x;
        r = &mut (*p);
        Call(y = g(r, p), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(y), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
