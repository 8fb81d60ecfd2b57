//@ verdict: ok
//@ trace: 0 706050403020100
//@ witness: agrees
// Eight bytes are read as one.
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
    let a: [u8; 8];
    let w: *const [u8; 8];
    let p: *const [u8; 8];
    let b: [u8; 8];
    let x: u64;
    let u: ();
    {
        a = [0_u8, 1_u8, 2_u8, 3_u8, 4_u8, 5_u8, 6_u8, 7_u8];
        w = &raw const a;
        p = CastPtrToPtr(w);
        b = (*p);
        x = CastTransmute(b);
        Call(u = observe(x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
