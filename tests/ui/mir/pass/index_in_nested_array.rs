//@ verdict: ok
//@ trace: 0 4
//@ witness: agrees
// The inner bound counts, not the number of elements in all.
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
    let a: [[u8; 2]; 2];
    let b: [u8; 2];
    let i: usize;
    let j: usize;
    let x: u8;
    let u: ();
    {
        b = [3_u8, 4_u8];
        a = [b, b];
        i = 0;
        j = 1;
        x = a[i][j];
        Call(u = observe(x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
