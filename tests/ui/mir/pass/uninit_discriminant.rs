//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// The variant of an enum is known once it was assigned.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
#[repr(u8)]
enum E {
    A,
    B,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let e: E;
    let d: u8;
    let u: ();
    {
        e = E::B;
        d = Discriminant(e);
        Call(u = observe(d), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
