//@ verdict: ok
//@ trace: 0 1
//@ trace: 1 fffffffffffffffffffffffffffffffe
//@ witness: agrees
// Multiplication keeps the low bits.
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
    let a: u16;
    let b: u128;
    let u: ();
    {
        a = 65535_u16;
        a = a * a;
        Call(u = observe(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        b = 340282366920938463463374607431768211455_u128;
        b = b * 2;
        Call(u = observe(b), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
