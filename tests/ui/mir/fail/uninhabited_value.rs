//@ verdict: undefined
//@ rule: invalid-value
//@ says: a type that has none
//@ witness: agrees
// A value of it may not.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

enum Void {}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let v: Void;
    let z: ();
    let r: i32;
    let u: ();
    {
        z = ();
        r = 1;
        v = CastTransmute(z); //~
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
