//@ verdict: undefined
//@ rule: borrow
//@ witness: agrees
// Anything else may not.
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
    let c: core::mem::ManuallyDrop<i32>;
    let s: &'static core::mem::ManuallyDrop<i32>;
    let w: *const core::mem::ManuallyDrop<i32>;
    let p: *mut i32;
    let y: i32;
    let u: ();
    {
        c = CastTransmute(1_i32);
        s = &c;
        w = &raw const (*s);
        p = CastPtrToPtr(w);
        (*p) = 3; //~
        y = (*p);
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
