//@ verdict: ok
//@ trace: 0 0 1
//@ trace: 1 ffffffff 1
//@ trace: 2 6 0
//@ witness: agrees
// The intrinsics behind `overflowing_*`.
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
    let b: u32;
    let r: (u32, bool);
    let u: ();
    {
        a = 4294967295_u32;
        b = 1_u32;
        Call(r = core::intrinsics::add_with_overflow(a, b), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        a = 0_u32;
        Call(r = core::intrinsics::sub_with_overflow(a, b), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Call(u = observe(r), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        a = 2_u32;
        b = 3_u32;
        Call(r = core::intrinsics::mul_with_overflow(a, b), ReturnTo(bb5), UnwindUnreachable())
    }
    bb5 = {
        Call(u = observe(r), ReturnTo(bb6), UnwindUnreachable())
    }
    bb6 = {
        Return()
    }
} }

fn main() {
    f();
}
