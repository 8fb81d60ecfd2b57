//@ verdict: ok
//@ trace: 0 v0
//@ trace: 1 v1
//@ trace: 2 v2
//@ witness: agrees
// `three_way_compare` gives an `Ordering`.
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
    let o: core::cmp::Ordering;
    let u: ();
    {
        a = -3_i8;
        Call(o = core::intrinsics::three_way_compare(a, 4_i8), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(o), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Call(o = core::intrinsics::three_way_compare(a, -3_i8), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Call(u = observe(o), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Call(o = core::intrinsics::three_way_compare(a, -100_i8), ReturnTo(bb5), UnwindUnreachable())
    }
    bb5 = {
        Call(u = observe(o), ReturnTo(bb6), UnwindUnreachable())
    }
    bb6 = {
        Return()
    }
} }

fn main() {
    f();
}
