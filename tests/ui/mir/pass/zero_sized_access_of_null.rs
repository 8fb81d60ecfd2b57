//@ verdict: ok
//@ trace: 0 2
//@ witness: agrees
// Even null may be read for zero bytes.
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
    let a: usize;
    let q: *mut ();
    let x: i32;
    let u: ();
    {
        a = 0_usize;
        q = CastTransmute(a);
        (*q) = ();
        x = 2;
        Call(u = observe(x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
