//@ verdict: ok
//@ trace: 0 4
//@ trace: 1 5
//@ witness: agrees
// A shared reference to a cell sees writes from all sides.
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
    let c: core::cell::UnsafeCell<i32>;
    let s: &'static core::cell::UnsafeCell<i32>;
    let w: *const core::cell::UnsafeCell<i32>;
    let v: *mut core::cell::UnsafeCell<i32>;
    let p: *mut i32;
    let q: *mut i32;
    let y: i32;
    let u: ();
    {
        c = CastTransmute(1_i32);
        v = &raw mut c;
        q = CastPtrToPtr(v);
        s = &(*v);
        w = &raw const (*s);
        p = CastPtrToPtr(w);
        (*q) = 4;
        y = (*p);
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        (*p) = 5;
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
