//@ verdict: undefined
//@ rule: out-of-bounds
//@ witness: agrees
// Past the end is wrong however the bytes are aligned.
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
    let a: [u8; 4];
    let w: *const [u8; 4];
    let q: *const u8;
    let p: *const u64;
    let y: u64;
    let u: ();
    {
        a = [1_u8, 2_u8, 3_u8, 4_u8];
        w = &raw const a;
        q = CastPtrToPtr(w);
        p = CastPtrToPtr(q);
        y = (*p); //~
        Call(u = observe(y), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
