//@ verdict: ok
//@ trace: 0 nan
//@ witness: agrees
// A NaN may be stored and loaded.
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
    let z: f32;
    let a: f32;
    let p: *const f32;
    let q: *const u8;
    let b: f32;
    let c: u8;
    let u: ();
    {
        z = 0.0_f32;
        a = z / z;
        p = &raw const a;
        b = (*p);
        Call(u = observe(b), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
