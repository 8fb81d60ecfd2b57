//@ verdict: ok
//@ trace: 0 3e99999a
//@ trace: 1 3dccccce
//@ trace: 2 3d4ccccd
//@ trace: 3 3f4ccccd
//@ witness: agrees
// Every operation is rounded to nearest, ties to even.
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
    let b: f32;
    let c: f32;
    let u: ();
    {
        a = 0.1_f32;
        b = 0.2_f32;
        c = a + b;
        Call(u = observe(c), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        c = 0.3_f32;
        c = c - b;
        Call(u = observe(c), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        c = a * 0.5_f32;
        Call(u = observe(c), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        c = 0.4_f32;
        c = c / 0.5_f32;
        Call(u = observe(c), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Return()
    }
} }

fn main() {
    f();
}
