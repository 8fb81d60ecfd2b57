//@ verdict: ok
//@ trace: 0 fffffffffffffffffffffffffffffff9
//@ trace: 1 fffffffffffffffffffffffffffffffe
//@ trace: 2 100000000000000000000000000000
//@ witness: agrees
// Signed 128-bit division rounds to zero and shifts keep the sign.
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
    let a: i128;
    let b: i128;
    let c: u128;
    let u: ();
    {
        a = -20_i128;
        b = a / 3;
        b = b - 1;
        Call(u = observe(b), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        b = a % 3;
        Call(u = observe(b), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        c = 1_u128;
        c = c << 116_i32;
        Call(u = observe(c), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Return()
    }
} }

fn main() {
    f();
}
