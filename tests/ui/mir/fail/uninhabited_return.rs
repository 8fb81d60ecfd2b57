//@ verdict: undefined
//@ rule: invalid-value
//@ says: a type that has none
//@ witness: agrees
// It cannot return.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

enum Void {}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn g() -> Void { mir! {
    type RET = Void;
    {
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let v: Void;
    let r: i32;
    let u: ();
    {
        r = 2;
        Call(v = g(), ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
