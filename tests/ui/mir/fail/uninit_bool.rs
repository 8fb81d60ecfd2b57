//@ verdict: undefined
//@ rule: uninitialised
//@ witness: agrees
// `bool` has no uninitialised value either.
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
    let a: bool;
    let b: bool;
    let u: ();
    {
        b = a; //~
        Call(u = observe(b), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
