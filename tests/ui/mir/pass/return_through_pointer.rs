//@ verdict: ok
//@ trace: 0 3
//@ witness: agrees
// A result may be stored through a pointer.
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
    let y: i32;
    let p: *mut i32;
    let u: ();
    {
        StorageLive(x);
        x = 1;
        p = &raw mut x;
        Call((*p) = g(), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        y = x;
        StorageDead(x);
        Call(u = observe(y), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
