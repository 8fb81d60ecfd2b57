//@ verdict: ok
//@ trace: 0 0
//@ witness: agrees
// Numbers need no drop.
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
    let b: bool;
    let u: ();
    {
        Call(b = core::intrinsics::needs_drop::<u32>(), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(b), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
