//@ verdict: ok
//@ trace: 0 6
//@ witness: agrees
// The inner place may be written while only the outer reference exists.
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
    let x: i32;
    let s: &'static i32;
    let t: &'static &'static i32;
    let v: &'static i32;
    let y: i32;
    let u: ();
    {
        x = 5;
        s = &x;
        t = &s;
        x = 6;
        y = x;
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
