//@ verdict: undefined
//@ rule: borrow
//@ says: protected by a call
//@ witness: agrees
// One to the caller's own local leads nowhere.
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
fn h(r: &'static i32) -> i32 { mir! {
    type RET = i32;
    {
        RET = (*r); //~
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn g(a: &'static i32) -> i32 { mir! {
    type RET = i32;
    let x: i32;
    let r: &'static i32;
    {
        x = 5;
        r = &x;
        TailCall(h(r))
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: i32;
    let a: &'static i32;
    let r: i32;
    let u: ();
    {
        x = 5;
        a = &x;
        Call(r = g(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
