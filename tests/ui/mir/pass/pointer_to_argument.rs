//@ verdict: ok
//@ trace: 0 4
//@ witness: agrees
// An argument is a local of its own while the call lasts.
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
fn g(a: i32) -> *mut i32 { mir! {
    type RET = *mut i32;
    let b: i32;
    {
        RET = &raw mut a;
        (*RET) = 4;
        Call(b = h(RET), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn h(p: *mut i32) -> i32 { mir! {
    type RET = i32;
    let u: ();
    {
        RET = (*p);
        Call(u = observe(RET), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let p: *mut i32;
    let y: i32;
    {
        Call(p = g(3), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
