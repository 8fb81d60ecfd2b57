//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// Another place may be read.
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
fn g(p: *mut i32) -> i32 { mir! {
    type RET = i32;
    {
        RET = (*p);
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: i32;
    let y: i32;
    let p: *mut i32;
    let u: ();
    {
        x = 1;
        y = 2;
        p = &raw mut x;
        Call(y = g(p), ReturnTo(bb1), UnwindUnreachable())
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
