//@ verdict: ok
//@ trace: 0 6
//@ witness: agrees
// A tail call passes values on.
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
fn h(p: *const i32, a: i32) -> i32 { mir! {
    type RET = i32;
    {
        RET = a;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn g(o: *const i32, a: i32) -> i32 { mir! {
    type RET = i32;
    let x: i32;
    let p: *const i32;
    {
        x = a + 1;
        p = &raw const x;
        TailCall(h(p, x))
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let r: i32;
    let x: i32;
    let p: *const i32;
    let u: ();
    {
        p = &raw const x;
        Call(r = g(p, 5), ReturnTo(bb1), UnwindUnreachable())
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
