//@ verdict: undefined
//@ rule: borrow
//@ witness: agrees
// `&raw mut` of a shared reference gives no right to write.
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
    let s: &'static i32;
    let r: &'static mut i32;
    let p: *mut i32;
    let u: ();
    {
        x = 0;
        s = &x;
        p = &raw mut (*s);
        (*p) = 4; //~
        Call(u = observe(x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
