//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// A type with values passes the assertion.
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
    let n: i32;
    let u: ();
    {
        Call(u = core::intrinsics::assert_inhabited::<u8>(), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        n = 1;
        Call(u = observe(n), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
