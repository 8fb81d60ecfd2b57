//@ verdict: ok
//@ trace: 0
//@ trace: 1 5
//@ witness: agrees
// Values without bytes are observed as nothing.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
struct Z;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let z: Z;
    let t: (Z, u8, ());
    let n: ();
    let u: ();
    {
        z = Z;
        Call(u = observe(z), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        n = ();
        t = (z, 5_u8, n);
        Call(u = observe(t), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
