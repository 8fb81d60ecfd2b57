//@ verdict: undefined
//@ rule: arithmetic
//@ says: unchecked arithmetic overflows
//@ witness: agrees
// `unchecked_sub` promises that the difference fits.
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
    let a: u64;
    let c: u64;
    let u: ();
    {
        a = 0_u64;
        Call(c = core::intrinsics::unchecked_sub(a, 1_u64), ReturnTo(bb1), UnwindUnreachable()) //~
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
