//@ verdict: ok
//@ trace: 0 6
//@ witness: agrees
// A shared cell may be written by others during a call.
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
fn g(r: &'static core::cell::UnsafeCell<i32>, q: *mut i32) { mir! {
    {
        (*q) = 6;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let c: core::cell::UnsafeCell<i32>;
    let r: &'static core::cell::UnsafeCell<i32>;
    let v: *mut core::cell::UnsafeCell<i32>;
    let q: *mut i32;
    let y: i32;
    let u: ();
    {
        c = CastTransmute(1_i32);
        v = &raw mut c;
        q = CastPtrToPtr(v);
        r = &(*v);
        Call(u = g(r, q), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        y = (*q);
        Call(u = observe(y), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
