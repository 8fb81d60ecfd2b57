//@ verdict: ok
//@ trace: 0 7
//@ witness: agrees
// `disjoint_bitor` promises that no bit is set on both sides.
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
    let u: ();
    {
        a = 5_u8;
        b = 2_u8;
        Call(a = core::intrinsics::disjoint_bitor(a, b), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(a), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
