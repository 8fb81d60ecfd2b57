//@ verdict: ok
//@ trace: 0 fffe
//@ witness: agrees
// `unchecked_rem` takes the sign of the dividend, and no zero.
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
        a = -8_i16;
        b = 3_i16;
        Call(a = core::intrinsics::unchecked_rem(a, b), ReturnTo(bb1), UnwindUnreachable())
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
