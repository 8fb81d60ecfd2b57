//@ verdict: ok
//@ trace: 0 4
//@ witness: agrees
// `*const` and `*mut` are the same thing: what counts is where a pointer came from.
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
    let c: *const i32;
    let p: *mut i32;
    let u: ();
    {
        x = 0;
        c = &raw const x;
        p = CastPtrToPtr(c);
        (*p) = 4;
        Call(u = observe(x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
