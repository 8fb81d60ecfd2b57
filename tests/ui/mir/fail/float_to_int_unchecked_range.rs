//@ verdict: undefined
//@ rule: arithmetic
//@ says: float does not fit
//@ witness: agrees
// `float_to_int_unchecked` promises that the value fits.
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
    let a: f32;
    let n: u8;
    let u: ();
    {
        a = 256.0_f32;
        Call(n = core::intrinsics::float_to_int_unchecked::<f32, u8>(a), ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        Call(u = observe(n), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
