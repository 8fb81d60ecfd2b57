//@ verdict: ok
//@ trace: 0 8
//@ witness: agrees
// A pointer to a pointer, used one step at a time.
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
    let x: i32;
    let p: *mut i32;
    let pp: *mut *mut i32;
    let q: *mut i32;
    let u: ();
    {
        x = 1;
        p = &raw mut x;
        pp = &raw mut p;
        q = (*pp);
        (*q) = 8;
        Call(u = observe(x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
