//@ verdict: undefined
//@ rule: arithmetic
//@ says: unchecked arithmetic overflows
//@ witness: agrees
// `unchecked_mul` promises that the product fits.
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
    let c: u8;
    let u: ();
    {
        a = 128_u8;
        Call(c = core::intrinsics::unchecked_mul(a, 2_u8), ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        Call(u = observe(c), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
