//@ verdict: ok
//@ trace: 0 4030201
//@ witness: agrees
// Bytes of an aligned object are aligned.
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
    let n: u32;
    let v: *const u32;
    let w: *const [u8; 4];
    let p: *const u32;
    let y: u32;
    let u: ();
    {
        a = [1_u8, 2_u8, 3_u8, 4_u8];
        n = CastTransmute(a);
        v = &raw const n;
        w = CastPtrToPtr(v);
        p = CastPtrToPtr(w);
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
