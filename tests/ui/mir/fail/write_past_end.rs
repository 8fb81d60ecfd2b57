//@ verdict: undefined
//@ rule: out-of-bounds
//@ witness: agrees
// Nor written.
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
    let a: [i32; 2];
    let w: *mut [i32; 2];
    let p: *mut i32;
    let u: ();
    {
        a = [7, 8];
        w = &raw mut a;
        p = CastPtrToPtr(w);
        p = Offset(p, 2_usize);
        (*p) = 9; //~
        Call(u = observe(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
