//@ verdict: ok
//@ trace: 0 2
//@ witness: agrees
// A reference made inside the function may be ended inside it.
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
fn g(p: *mut i32, q: *mut i32) { mir! {
    let r: &'static mut i32;
    {
        r = &mut (*p);
        (*q) = 2;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: i32;
    let q: *mut i32;
    let r: &'static mut i32;
    let u: ();
    {
        x = 1;
        q = &raw mut x;
        Call(u = g(q, q), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(x), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
