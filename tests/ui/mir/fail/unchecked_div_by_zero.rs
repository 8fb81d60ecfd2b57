//@ verdict: undefined
//@ rule: arithmetic
//@ says: by zero
//@ witness: agrees
// `unchecked_div` is no more forgiving than `/`.
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
    let a: i16;
    let b: i16;
    let u: ();
    {
        a = 9_i16;
        b = 0_i16;
        Call(a = core::intrinsics::unchecked_div(a, b), ReturnTo(bb1), UnwindUnreachable()) //~
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
