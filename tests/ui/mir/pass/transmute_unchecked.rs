//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// `transmute_unchecked` leaves only the size unchecked at compile time.
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
    let n: u8;
    let b: bool;
    let u: ();
    {
        n = 1_u8;
        Call(b = core::intrinsics::transmute_unchecked(n), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(b), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
