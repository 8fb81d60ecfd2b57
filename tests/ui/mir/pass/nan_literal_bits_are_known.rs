//@ verdict: ok
//@ trace: 0 7fc01234
//@ witness: agrees
// A NaN that is only moved keeps its bits.
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
    let a: f32;
    let b: f32;
    let u: ();
    {
        n = 2143294004_u32;
        a = CastTransmute(n);
        b = a;
        n = CastTransmute(b);
        Call(u = observe(n), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
