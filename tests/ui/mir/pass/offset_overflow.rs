//@ verdict: ok
//@ trace: 0 p
//@ witness: agrees
// A step of nothing is always fine.
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
    let a: [u64; 2];
    let w: *const [u64; 2];
    let p: *const u64;
    let u: ();
    {
        a = [7_u64, 8_u64];
        w = &raw const a;
        p = CastPtrToPtr(w);
        p = Offset(p, 0_usize);
        Call(u = observe(p), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
