//@ verdict: ok
//@ trace: 0 1
//@ trace: 1 ffffffff
//@ trace: 2 ffffff00
//@ witness: agrees
// `as` cuts off the fraction.
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
    let a: f64;
    let n: i32;
    let m: u32;
    let u: ();
    {
        a = 1.9_f64;
        n = a as i32;
        Call(u = observe(n), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        a = -1.9_f64;
        n = a as i32;
        Call(u = observe(n), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        a = 4294967040.0_f64;
        m = a as u32;
        Call(u = observe(m), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Return()
    }
} }

fn main() {
    f();
}
