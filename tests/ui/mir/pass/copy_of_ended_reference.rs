//@ verdict: ok
//@ trace: 0 p
//@ witness: agrees
// A raw pointer that may not be used may be copied.
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
    let r: &'static mut i32;
    let s: &'static mut i32;
    let p: *mut i32;
    let q: *mut i32;
    let u: ();
    {
        x = 0;
        r = &mut x;
        p = &raw mut (*r);
        x = 1;
        q = p;
        Call(u = observe(q), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
