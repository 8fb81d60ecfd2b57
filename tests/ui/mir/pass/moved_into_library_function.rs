//@ verdict: ok
//@ trace: 0 3f800000 40a00000
//@ witness: agrees
// A copied argument stays.
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
    let y: f32;
    let z: f32;
    let t: (f32, f32);
    let p: *const f32;
    let u: ();
    {
        x = 5_f32;
        p = &raw const x;
        Call(y = f32::min(1_f32, x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        z = x;
        t = (y, z);
        Call(u = observe(t), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
