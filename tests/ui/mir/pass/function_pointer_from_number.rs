//@ verdict: ok
//@ trace: 0 p
//@ witness: agrees
// A function pointer is only asked not to be null, until it is called.
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
    let p: fn();
    let u: ();
    {
        a = 4096_usize;
        p = CastTransmute(a);
        Call(u = observe(p), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
