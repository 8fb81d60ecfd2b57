//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// A transparent wrapper is valid when its content is.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
#[repr(transparent)]
struct W(bool);

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let a: u8;
    let w: W;
    let u: ();
    {
        a = 1_u8;
        w = CastTransmute(a);
        Call(u = observe(w), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
