//@ verdict: ok
//@ trace: 0 3fb999999999999a
//@ trace: 1 ffffffffffffffffffffffffffffffff
//@ trace: 2 40000000000000000000000000000000
//@ witness: agrees
// Between quadruple precision and the rest.
#![feature(custom_mir, core_intrinsics, f128)]
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
    let a: f128;
    let d: f64;
    let n: u128;
    let u: ();
    {
        a = 0.1_f128;
        d = a as f64;
        Call(u = observe(d), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        a = 1e40_f128;
        n = a as u128;
        Call(u = observe(n), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        n = 2_u128;
        a = n as f128;
        Call(u = observe(a), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Return()
    }
} }

fn main() {
    f();
}
