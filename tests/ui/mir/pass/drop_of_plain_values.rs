//@ verdict: ok
//@ trace: 0 4
//@ witness: agrees
// Dropping what needs no drop does nothing.
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
    let t: (u8, [u16; 2]);
    let u: ();
    {
        x = 4;
        Drop(x, ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Drop(t, ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Call(u = observe(x), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Return()
    }
} }

fn main() {
    f();
}
