//@ verdict: ok
//@ trace: 0 7 7 7
//@ trace: 1
//@ witness: agrees
// An array of one value, repeated; an array of none.
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
    let x: u16;
    let a: [u16; 3];
    let b: [u16; 0];
    let u: ();
    {
        x = 7_u16;
        a = [x; 3];
        Call(u = observe(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        b = [x; 0];
        Call(u = observe(b), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
