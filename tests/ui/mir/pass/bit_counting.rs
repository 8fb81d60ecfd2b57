//@ verdict: ok
//@ trace: 0 4
//@ trace: 1 4
//@ trace: 2 10
//@ trace: 3 10
//@ trace: 4 0
//@ witness: agrees
// Counting bits; zero has all its bits leading and trailing.
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
    let a: u16;
    let n: u32;
    let u: ();
    {
        a = 240_u16;
        Call(n = core::intrinsics::ctpop(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(n), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Call(n = core::intrinsics::cttz(a), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Call(u = observe(n), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        a = 0_u16;
        Call(n = core::intrinsics::ctlz(a), ReturnTo(bb5), UnwindUnreachable())
    }
    bb5 = {
        Call(u = observe(n), ReturnTo(bb6), UnwindUnreachable())
    }
    bb6 = {
        Call(n = core::intrinsics::cttz(a), ReturnTo(bb7), UnwindUnreachable())
    }
    bb7 = {
        Call(u = observe(n), ReturnTo(bb8), UnwindUnreachable())
    }
    bb8 = {
        Call(n = core::intrinsics::ctpop(a), ReturnTo(bb9), UnwindUnreachable())
    }
    bb9 = {
        Call(u = observe(n), ReturnTo(bb10), UnwindUnreachable())
    }
    bb10 = {
        Return()
    }
} }

fn main() {
    f();
}
