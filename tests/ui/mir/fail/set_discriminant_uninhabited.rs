//@ verdict: undefined
//@ rule: invalid-value
//@ says: a type that has none
//@ witness: agrees
// A variant that no value can have cannot be set.
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
        SetDiscriminant(e, 1); //~
        Call(u = observe(e), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
