//@ verdict: ok
//@ trace: 0 c0400000
//@ trace: 1 c0000000
//@ trace: 2 c0000000
//@ trace: 3 c0400000
//@ trace: 4 c0000000
//@ witness: agrees
// Five ways to round -2.5.
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
    let a: f32;
    let c: f32;
    let u: ();
    {
        a = -2.5_f32;
        Call(c = core::intrinsics::floorf32(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(c), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Call(c = core::intrinsics::ceilf32(a), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Call(u = observe(c), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Call(c = core::intrinsics::truncf32(a), ReturnTo(bb5), UnwindUnreachable())
    }
    bb5 = {
        Call(u = observe(c), ReturnTo(bb6), UnwindUnreachable())
    }
    bb6 = {
        Call(c = core::intrinsics::roundf32(a), ReturnTo(bb7), UnwindUnreachable())
    }
    bb7 = {
        Call(u = observe(c), ReturnTo(bb8), UnwindUnreachable())
    }
    bb8 = {
        Call(c = core::intrinsics::round_ties_even_f32(a), ReturnTo(bb9), UnwindUnreachable())
    }
    bb9 = {
        Call(u = observe(c), ReturnTo(bb10), UnwindUnreachable())
    }
    bb10 = {
        Return()
    }
} }

fn main() {
    f();
}
