//@ verdict: ok
//@ trace: 0 v1 5
//@ witness: agrees
// The fields stay where they are when the layout is promised.
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
    A(u8),
    B(i8),
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let e: E;
    let u: ();
    {
        e = E::A(5_u8);
        SetDiscriminant(e, 1);
        Call(u = observe(e), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
