//@ verdict: ok
//@ trace: 0 5 6
//@ witness: agrees
// Copying an array copies every element.
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
    let a: [u16; 2];
    let b: [u16; 2];
    let i: usize;
    let u: ();
    {
        i = 0;
        a[i] = 5_u16;
        i = 1;
        a[i] = 6_u16;
        b = a;
        Call(u = observe(b), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
