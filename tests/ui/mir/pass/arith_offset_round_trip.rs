//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// A pointer may go anywhere and come back.
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
    let x: i32;
    let p: *const i32;
    let y: i32;
    let u: ();
    {
        x = 1;
        p = &raw const x;
        Call(p = core::intrinsics::arith_offset(p, 1000_isize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(p = core::intrinsics::arith_offset(p, -1000_isize), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        y = (*p);
        Call(u = observe(y), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Return()
    }
} }

fn main() {
    f();
}
