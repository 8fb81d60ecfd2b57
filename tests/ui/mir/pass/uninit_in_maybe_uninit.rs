//@ verdict: ok
//@ trace: 0 4
//@ witness: agrees
// `MaybeUninit` may be copied without having been written.
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
    let m: core::mem::MaybeUninit<i32>;
    let n: core::mem::MaybeUninit<i32>;
    let p: *const i32;
    let q: *const core::mem::MaybeUninit<i32>;
    let r: i32;
    let u: ();
    {
        n = m;
        q = &raw const n;
        p = CastPtrToPtr(q);
        r = 4;
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
