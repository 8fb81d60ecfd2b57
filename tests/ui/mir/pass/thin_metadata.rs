//@ verdict: ok
//@ trace: 0
//@ witness: agrees
// A thin pointer has nothing to say about itself.
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
    let x: u8;
    let p: *const u8;
    let m: ();
    let u: ();
    {
        x = 1_u8;
        p = &raw const x;
        m = PtrMetadata(p);
        Call(u = observe(m), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
