//@ verdict: ok
//@ trace: 0 3
//@ witness: agrees
// `StorageLive` brings it back.
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
        x = 2;
        StorageDead(x);
        StorageLive(x);
        x = 3;
        Call(u = observe(x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
