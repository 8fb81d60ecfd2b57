//@ verdict: ok
//@ trace: 0 1 2 1 2
//@ witness: agrees
// The halves of an array share nothing.
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
    let a: [u64; 4];
    let w: *mut [u64; 4];
    let p: *mut u64;
    let s: *mut [u64; 2];
    let d: *mut [u64; 2];
    let u: ();
    {
        a = [1_u64, 2_u64, 3_u64, 4_u64];
        w = &raw mut a;
        s = CastPtrToPtr(w);
        p = CastPtrToPtr(w);
        p = Offset(p, 2_usize);
        d = CastPtrToPtr(p);
        (*d) = (*s);
        Call(u = observe(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
