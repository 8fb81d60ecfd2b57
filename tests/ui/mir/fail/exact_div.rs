//@ verdict: undefined
//@ rule: arithmetic
//@ says: exact division leaves a remainder
//@ witness: agrees
// `exact_div` promises that nothing remains.
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
    let a: u32;
    let u: ();
    {
        a = 13_u32;
        Call(a = core::intrinsics::exact_div(a, 3_u32), ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        Call(u = observe(a), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
