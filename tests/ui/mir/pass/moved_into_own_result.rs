//@ verdict: ok
//@ trace: 0 40a00000
//@ witness: agrees
// A true intrinsic leaves what is moved into it where it is, and may write there.
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
    let x: f32;
    let u: ();
    {
        x = 5_f32;
        Call(x = core::intrinsics::ceilf32(Move(x)), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(x), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
