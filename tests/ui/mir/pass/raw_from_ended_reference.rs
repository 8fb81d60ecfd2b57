//@ verdict: ok
//@ trace: 0 p
//@ witness: agrees
// An ended reference may be made a raw pointer.
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
    let p: *mut i32;
    let y: i32;
    let u: ();
    {
        x = 0;
        r = &mut x;
        x = 1;
        p = &raw mut (*r);
        Call(u = observe(p), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
