//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// `StorageDead` of a dead local does nothing.
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
    let y: i32;
    let u: ();
    {
        y = 1;
        StorageLive(x);
        StorageDead(x);
        StorageDead(x);
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
