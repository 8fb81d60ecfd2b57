//@ verdict: ok
//@ trace: 0 80
//@ trace: 1 7f
//@ trace: 2 80
//@ trace: 3 ff
//@ trace: 4 fe
//@ witness: agrees
// Wrapping goes round, saturating stops at the end of the type.
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
    let b: i8;
    let r: i8;
    let c: u8;
    let u: ();
    {
        a = 127_i8;
        b = 1_i8;
        Call(r = core::intrinsics::wrapping_add(a, b), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Call(r = core::intrinsics::saturating_add(a, b), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Call(u = observe(r), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        a = -128_i8;
        Call(r = core::intrinsics::saturating_sub(a, b), ReturnTo(bb5), UnwindUnreachable())
    }
    bb5 = {
        Call(u = observe(r), ReturnTo(bb6), UnwindUnreachable())
    }
    bb6 = {
        c = 0_u8;
        Call(c = core::intrinsics::wrapping_sub(c, 1_u8), ReturnTo(bb7), UnwindUnreachable())
    }
    bb7 = {
        Call(u = observe(c), ReturnTo(bb8), UnwindUnreachable())
    }
    bb8 = {
        Call(c = core::intrinsics::wrapping_mul(c, 2_u8), ReturnTo(bb9), UnwindUnreachable())
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
