//@ verdict: ok
//@ trace: 0 1
//@ trace: 1 2
//@ witness: agrees
// A mutable static keeps its value from call to call.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

static mut COUNT: u32 = 0;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn next() -> u32 { mir! {
    type RET = u32;
    let p: *mut u32;
    {
        p = StaticMut(COUNT);
        (*p) = (*p) + 1_u32;
        RET = (*p);
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let n: u32;
    let u: ();
    {
        Call(n = next(), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(n), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Call(n = next(), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Call(u = observe(n), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Return()
    }
} }

fn main() {
    f();
}
