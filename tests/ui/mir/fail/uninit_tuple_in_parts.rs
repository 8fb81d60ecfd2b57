//@ verdict: undefined
//@ rule: uninitialised
//@ witness: agrees
// A tuple may be assigned field by field, but completely.
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
    let s: (i32, i64);
    let t: (i32, i64);
    let u: ();
    {
        s.0 = 1_i32;
        t = s; //~
        Call(u = observe(t), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
