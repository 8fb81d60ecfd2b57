//@ verdict: ok
//@ trace: 0 2e66
//@ trace: 1 7c00
//@ trace: 2 6800
//@ witness: agrees
// Half precision rounds to eleven bits.
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
    let b: f16;
    let n: u16;
    let u: ();
    {
        a = 0.1_f16;
        Call(u = observe(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        b = 65504.0_f16;
        b = b + b;
        Call(u = observe(b), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        n = 2049_u16;
        a = n as f16;
        Call(u = observe(a), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Return()
    }
} }

fn main() {
    f();
}
