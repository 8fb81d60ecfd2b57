//@ verdict: undefined
//@ rule: misaligned
//@ witness: agrees
// And written.
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
    let a: [u32; 2];
    let w: *mut [u32; 2];
    let p: *mut u8;
    let q: *mut u32;
    let u: ();
    {
        a = [1_u32, 2_u32];
        w = &raw mut a;
        p = CastPtrToPtr(w);
        p = Offset(p, 3_usize);
        q = CastPtrToPtr(p);
        (*q) = 7_u32; //~
        Call(u = observe(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
