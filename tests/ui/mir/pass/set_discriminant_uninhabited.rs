//@ verdict: ok
//@ trace: 0 v0
//@ witness: agrees
// A variant that can be.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
enum Void {}
#[derive(Clone, Copy)]
#[repr(u8)]
enum E {
    A,
    B(Void),
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let e: E;
    let u: ();
    {
        SetDiscriminant(e, 0);
        Call(u = observe(e), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
