//@ verdict: ok
//@ trace: 0 5
//@ witness: agrees
// A pointer goes through another pointer type and back.
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
    let x: u8;
    let p: *const u8;
    let b: *const i8;
    let n: usize;
    let y: u8;
    let u: ();
    {
        x = 5_u8;
        p = &raw const x;
        b = CastPtrToPtr(p);
        p = CastPtrToPtr(b);
        y = (*p);
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
