//@ verdict: undefined
//@ rule: arithmetic
//@ says: unchecked arithmetic overflows
//@ witness: agrees
// `unchecked_add` promises that the sum fits.
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
    let a: i32;
    let c: i32;
    let u: ();
    {
        a = 2147483647_i32;
        Call(c = core::intrinsics::unchecked_add(a, 1_i32), ReturnTo(bb1), UnwindUnreachable()) //~
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
