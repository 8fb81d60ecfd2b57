//@ verdict: ok
//@ trace: 0 fffffffe
//@ trace: 1 5
//@ witness: agrees
// The discriminant as an integer, sign and all.
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
    A = -2,
    B = 5,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let e: E;
    let d: isize;
    let n: i32;
    let u: ();
    {
        e = E::A;
        d = Discriminant(e);
        n = d as i32;
        Call(u = observe(n), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        e = E::B;
        d = Discriminant(e);
        n = d as i32;
        Call(u = observe(n), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
