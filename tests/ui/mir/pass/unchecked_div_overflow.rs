//@ verdict: ok
//@ trace: 0 40
//@ witness: agrees
// `unchecked_div` of the least value by -1.
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
    let a: i8;
    let b: i8;
    let u: ();
    {
        a = -128_i8;
        b = -2_i8;
        Call(a = core::intrinsics::unchecked_div(a, b), ReturnTo(bb1), UnwindUnreachable())
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
