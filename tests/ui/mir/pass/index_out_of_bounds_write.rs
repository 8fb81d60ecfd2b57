//@ verdict: ok
//@ trace: 0 1 9
//@ witness: agrees
// For writes as for reads.
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
    let a: [u8; 2];
    let i: usize;
    let u: ();
    {
        a = [1_u8, 2_u8];
        i = 1_usize;
        a[i] = 9_u8;
        Call(u = observe(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
