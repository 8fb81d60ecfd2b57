//@ verdict: ok
//@ trace: 0 p
//@ witness: agrees
// The only field of a transparent wrapper lies at no distance.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[repr(transparent)]
struct W((u8, u32));

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let a: usize;
    let p: *const W;
    let t: *const (u8, u32);
    let q: *const u8;
    let u: ();
    {
        a = 0_usize;
        p = CastTransmute(a);
        t = &raw const (*p).0;
        Call(u = observe(t), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
