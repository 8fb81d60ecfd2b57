//@ verdict: ok
//@ trace: 0 7
//@ trace: 1 8
//@ trace: 2 fffffffffffffffe
//@ witness: agrees
// Discriminants count on from the last one that was written.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
enum E {
    A = 7,
    B,
    C = -2,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let e: E;
    let d: isize;
    let u: ();
    {
        e = E::A;
        d = Discriminant(e);
        Call(u = observe(d), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        e = E::B;
        d = Discriminant(e);
        Call(u = observe(d), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        e = E::C;
        d = Discriminant(e);
        Call(u = observe(d), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Return()
    }
} }

fn main() {
    f();
}
