//@ verdict: ok
//@ trace: 0 4b800000
//@ trace: 1 4b800002
//@ trace: 2 7f7fffff
//@ trace: 3 43f0000000000000
//@ witness: agrees
// An integer becomes the nearest float, ties to even.
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
    let n: i32;
    let a: f32;
    let w: u128;
    let q: u64;
    let d: f64;
    let u: ();
    {
        n = 16777217_i32;
        a = n as f32;
        Call(u = observe(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        n = 16777219_i32;
        a = n as f32;
        Call(u = observe(a), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        w = 340282346638528859811704183484516925440_u128;
        a = w as f32;
        Call(u = observe(a), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        q = 18446744073709551615_u64;
        d = q as f64;
        Call(u = observe(d), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Return()
    }
} }

fn main() {
    f();
}
