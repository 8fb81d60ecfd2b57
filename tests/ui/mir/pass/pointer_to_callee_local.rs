//@ verdict: ok
//@ trace: 0 p
//@ witness: agrees
// A pointer to a local of the callee may be returned.
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
fn g() -> *const i32 { mir! {
    type RET = *const i32;
    let x: i32;
    {
        x = 1;
        RET = &raw const x;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let p: *const i32;
    let y: i32;
    let u: ();
    {
        Call(p = g(), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(p), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
