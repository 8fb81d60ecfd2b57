//@ verdict: ok
//@ trace: 0 4
//@ witness: agrees
// Pointers to a local die with it.
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
    let p: *const i32;
    let u: ();
    {
        StorageLive(x);
        x = 4;
        p = &raw const x;
        y = (*p);
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
