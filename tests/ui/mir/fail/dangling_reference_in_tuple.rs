//@ verdict: undefined
//@ rule: invalid-value
//@ says: reference to freed memory
//@ witness: agrees
// Copying the whole copies the reference too.
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
    let t: (i32, &'static i32);
    let v: (i32, &'static i32);
    let r: &'static i32;
    let y: i32;
    let u: ();
    {
        StorageLive(x);
        x = 5;
        r = &x;
        t = (1, r);
        StorageDead(x);
        v = t; //~
        y = v.0;
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
