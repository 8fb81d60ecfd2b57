//@ verdict: ok
//@ trace: 0 3
//@ witness: agrees
// A copy of a static may be changed.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

static X: i32 = 2;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let s: &'static i32;
    let c: *const i32;
    let p: *mut i32;
    let r: &'static mut i32;
    let y: i32;
    let u: ();
    {
        s = Static(X);
        y = (*s);
        y = y + 1;
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
