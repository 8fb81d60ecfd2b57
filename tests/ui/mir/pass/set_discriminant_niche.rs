//@ verdict: ok
//@ trace: 0 v0
//@ witness: agrees
// `None` of a reference can be set.
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
    let o: Option<&'static i32>;
    let u: ();
    {
        x = 1;
        s = &x;
        o = Option::Some(s);
        SetDiscriminant(o, 0);
        Call(u = observe(o), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
