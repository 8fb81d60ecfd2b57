//@ verdict: undefined
//@ rule: dangling
//@ witness: agrees
// One into the callee leads nowhere.
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
fn g(a: &'static i32) -> &'static i32 { mir! {
    type RET = &'static i32;
    let x: i32;
    {
        x = 1;
        RET = &x;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let a: i32;
    let r: &'static i32;
    let s: &'static i32;
    let y: i32;
    let u: ();
    {
        a = 1;
        s = &a;
        Call(r = g(s), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        y = (*r); //~
        Call(u = observe(y), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
