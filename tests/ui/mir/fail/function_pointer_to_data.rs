//@ verdict: undefined
//@ rule: not-a-function
//@ witness: agrees
// Data is no function.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

const G: fn() -> i32 = g;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn g() -> i32 { mir! {
    type RET = i32;
    {
        RET = 7;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: i32;
    let q: *const i32;
    let p: fn() -> i32;
    let u: ();
    {
        x = 1;
        q = &raw const x;
        p = CastTransmute(q);
        Call(x = p(), ReturnTo(bb1), UnwindUnreachable()) //~
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
