//@ verdict: undefined
//@ rule: no-provenance
//@ witness: agrees
// Element 1 does.
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
    let a: usize;
    let p: *const [u32; 4];
    let q: *const u32;
    let i: usize;
    let u: ();
    {
        a = 0_usize;
        p = CastTransmute(a);
        i = 1;
        q = &raw const (*p)[i]; //~
        Call(u = observe(q), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
