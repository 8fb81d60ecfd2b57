//@ verdict: ok
//@ trace: 0 1 2 3 v1 4 1
//@ witness: agrees
// The leaves of a value, in order.
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
    A,
    B(u8),
}
#[derive(Clone, Copy)]
struct S {
    a: [u8; 2],
    e: E,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let a: [u8; 2];
    let e: E;
    let s: S;
    let t: (u8, S, bool);
    let u: ();
    {
        a = [2_u8, 3_u8];
        e = E::B(4_u8);
        s = S { a: a, e: e };
        t = (1_u8, s, true);
        Call(u = observe(t), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
