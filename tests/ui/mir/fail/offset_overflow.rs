//@ verdict: undefined
//@ rule: pointer-overflow
//@ witness: agrees
// The distance in bytes must fit an isize.
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
        p = Offset(p, 2305843009213693952_usize); //~
        Call(u = observe(p), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
