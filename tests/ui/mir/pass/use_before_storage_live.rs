//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// A local with storage markers is dead until its `StorageLive`.
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
    let u: ();
    {
        StorageLive(x);
        x = 1;
        Call(u = observe(x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        StorageDead(x);
        Return()
    }
} }

fn main() {
    f();
}
