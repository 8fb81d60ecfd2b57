//@ verdict: ok
//@ trace: 0 2
//@ witness: agrees
// The other field stays.
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
fn g(a: i32) { mir! {
    {
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let t: (i32, i32);
    let y: i32;
    let u: ();
    {
        t = (1, 2);
        Call(u = g(Move(t.0)), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        y = t.1;
        Call(u = observe(y), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
