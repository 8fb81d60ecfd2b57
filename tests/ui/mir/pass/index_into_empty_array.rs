//@ verdict: ok
//@ trace: 0 p
//@ witness: agrees
// An array of nothing has a place.
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
    let a: [u32; 0];
    let i: usize;
    let p: *const u32;
    let q: *const [u32; 0];
    let u: ();
    {
        a = [];
        i = 0;
        q = &raw const a;
        Call(u = observe(q), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
