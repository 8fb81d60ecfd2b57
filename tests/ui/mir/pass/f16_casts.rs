//@ verdict: ok
//@ trace: 0 3c01
//@ trace: 1 3c00
//@ trace: 2 3f802000
//@ trace: 3 fff
//@ witness: agrees
// Between half precision and the rest.
#![feature(custom_mir, core_intrinsics, f16)]
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
    let a: f16;
    let s: f32;
    let n: i16;
    let u: ();
    {
        s = 1.0009765625_f32;
        a = s as f16;
        Call(u = observe(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        s = 1.00048828125_f32;
        a = s as f16;
        Call(u = observe(a), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        a = 1.0009765625_f16;
        s = a as f32;
        Call(u = observe(s), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        a = 4095.0_f16;
        n = a as i16;
        n = n - 1_i16;
        Call(u = observe(n), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Return()
    }
} }

fn main() {
    f();
}
