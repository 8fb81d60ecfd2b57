//@ verdict: ok
//@ trace: 0 7
//@ witness: agrees
// A local may live and die without a value.
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
    let x: [u64; 8];
    let y: i32;
    let u: ();
    {
        StorageLive(x);
        y = 7;
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
