//@ verdict: undefined
//@ rule: dangling
//@ witness: agrees
// The pointers of an earlier life do not come back.
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
        StorageDead(x);
        StorageLive(x);
        x = 5;
        y = (*p); //~
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
