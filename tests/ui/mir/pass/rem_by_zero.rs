//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// So does the remainder.
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
    let a: u8;
    let b: u8;
    let c: u8;
    let u: ();
    {
        a = 7;
        b = 2;
        c = a % b;
        Call(u = observe(c), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
