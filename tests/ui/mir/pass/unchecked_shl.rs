//@ verdict: ok
//@ trace: 0 80000000
//@ witness: agrees
// `unchecked_shl` wants a count less than the width.
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
    let a: u32;
    let n: u32;
    let u: ();
    {
        a = 1_u32;
        n = 31_u32;
        Call(a = core::intrinsics::unchecked_shl(a, n), ReturnTo(bb1), UnwindUnreachable())
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
