//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// A reference is handed back.
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
fn g(p: *mut i32) -> &'static mut i32 { mir! {
    type RET = &'static mut i32;
    {
        RET = &mut (*p);
        (*RET) = 1;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: i32;
    let r: &'static mut i32;
    let p: *mut i32;
    let u: ();
    {
        x = 0;
        p = &raw mut x;
        Call(r = g(p), ReturnTo(bb1), UnwindUnreachable())
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
