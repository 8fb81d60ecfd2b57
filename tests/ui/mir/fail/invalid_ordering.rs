//@ verdict: undefined
//@ rule: invalid-value
//@ says: is no discriminant
//@ witness: agrees
// `Ordering` is -1, 0 or 1.
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
    let o: core::cmp::Ordering;
    let u: ();
    {
        a = 2_i8;
        o = CastTransmute(a); //~
        Call(u = observe(o), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
