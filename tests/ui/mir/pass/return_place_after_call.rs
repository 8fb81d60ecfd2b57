//@ verdict: ok
//@ trace: 0 3
//@ trace: 1 4
//@ witness: agrees
// Old pointers to the place of the result work again after the call.
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
    let p: *mut i32;
    let u: ();
    {
        x = 1;
        p = &raw mut x;
        Call(x = g(), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(x), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        (*p) = 4;
        Call(u = observe(x), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Return()
    }
} }

fn main() {
    f();
}
