//@ verdict: ok
//@ trace: 0 3
//@ witness: agrees
// Values without bytes need no assignment.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

struct Z;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn g() -> Z { mir! {
    type RET = Z;
    {
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let z: Z;
    let y: Z;
    let r: i32;
    let u: ();
    {
        Call(z = g(), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        y = Move(z);
        r = 3;
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
