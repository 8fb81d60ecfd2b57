//@ verdict: ok
//@ trace: 0 3f800000
//@ witness: agrees
// The bits of a number are known.
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
    let z: f32;
    let n: u32;
    let c: bool;
    let u: ();
    {
        z = 0.0_f32;
        a = 1.0_f32;
        n = CastTransmute(a);
        Call(u = observe(n), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
