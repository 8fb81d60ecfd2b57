//@ verdict: ok
//@ trace: 0 ff
//@ witness: agrees
// `unchecked_shr` wants a count less than the width, and not below zero.
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
    let a: i8;
    let n: i32;
    let u: ();
    {
        a = -128_i8;
        n = 7_i32;
        Call(a = core::intrinsics::unchecked_shr(a, n), ReturnTo(bb1), UnwindUnreachable())
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
