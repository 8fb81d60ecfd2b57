//@ verdict: ok
//@ trace: 0 61
//@ witness: agrees
// The intrinsic is the same cast.
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
    let n: u32;
    let c: char;
    let u: ();
    {
        n = 97_u32;
        Call(c = core::intrinsics::transmute(n), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(c), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
