//@ verdict: ok
//@ trace: 0 4
//@ witness: agrees
// What `main` passes is known to the machine and hidden from the optimizer.
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
fn f(a: i32, b: i32) { mir! {
    let c: i32;
    let u: ();
    {
        c = a / b;
        Call(u = observe(c), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f(core::hint::black_box(12), core::hint::black_box(3));
}
