//@ verdict: ok
//@ trace: 0 6
//@ witness: agrees
// Borrow for writing, read the place for the argument, then write: `x.add(x)`.
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
fn add(r: &'static mut i32, y: i32) { mir! {
    {
        (*r) = (*r) + y;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: i32;
    let r: &'static mut i32;
    let y: i32;
    let u: ();
    {
        x = 3;
        r = &mut x;
        y = x;
        Call(u = add(r, y), ReturnTo(bb1), UnwindUnreachable())
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
