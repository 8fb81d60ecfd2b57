//@ verdict: ok
//@ trace: 0 a
//@ witness: agrees
// Two shared references to one place.
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
fn g(a: &'static i32, b: &'static i32) -> i32 { mir! {
    type RET = i32;
    {
        RET = (*a) + (*b);
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: i32;
    let p: *mut i32;
    let a: &'static i32;
    let b: &'static i32;
    let y: i32;
    let u: ();
    {
        x = 5;
        p = &raw mut x;
        a = &(*p);
        b = &(*p);
        Call(y = g(a, b), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(y), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
