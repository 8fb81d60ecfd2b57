//@ verdict: ok
//@ trace: 0 v0 5
//@ witness: agrees
// The variant that can be.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
enum Void {}
#[derive(Clone, Copy)]
#[repr(u8)]
enum E {
    A(u8),
    B(Void),
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let a: [u8; 2];
    let e: E;
    let u: ();
    {
        a = [0_u8, 5_u8];
        e = CastTransmute(a);
        Call(u = observe(e), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
