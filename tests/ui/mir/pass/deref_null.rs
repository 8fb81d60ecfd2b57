//@ verdict: ok
//@ trace: 0 p
//@ witness: agrees
// The place behind null may be named.
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
    let a: usize;
    let p: *const i32;
    let x: i32;
    let q: *const i32;
    let u: ();
    {
        a = 0_usize;
        p = CastTransmute(a);
        q = &raw const (*p);
        Call(u = observe(q), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
