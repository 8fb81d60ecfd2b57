//@ verdict: undefined
//@ rule: dangling
//@ witness: agrees
// But nowhere else.
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
    let x: [u8; 4];
    let w: *const [u8; 4];
    let p: *const u8;
    let u: ();
    {
        StorageLive(x);
        x = [1_u8, 2_u8, 3_u8, 4_u8];
        w = &raw const x;
        p = CastPtrToPtr(w);
        StorageDead(x);
        p = Offset(p, 1_usize); //~
        Call(u = observe(p), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
