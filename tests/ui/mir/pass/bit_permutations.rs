//@ verdict: ok
//@ trace: 0 3412
//@ trace: 1 2c48
//@ trace: 2 2341
//@ trace: 3 4123
//@ witness: agrees
// Swapping, reversing and rotating bits.
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
    let b: u16;
    let u: ();
    {
        a = 4660_u16;
        Call(b = core::intrinsics::bswap(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(b), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Call(b = core::intrinsics::bitreverse(a), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Call(u = observe(b), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Call(b = core::intrinsics::rotate_left(a, 4_u32), ReturnTo(bb5), UnwindUnreachable())
    }
    bb5 = {
        Call(u = observe(b), ReturnTo(bb6), UnwindUnreachable())
    }
    bb6 = {
        Call(b = core::intrinsics::rotate_right(a, 20_u32), ReturnTo(bb7), UnwindUnreachable())
    }
    bb7 = {
        Call(u = observe(b), ReturnTo(bb8), UnwindUnreachable())
    }
    bb8 = {
        Return()
    }
} }

fn main() {
    f();
}
