//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// Two numbers of one size are copied as numbers; with padding between them, as bytes.
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
    let t: (u32, u32);
    let x: u32;
    let u: ();
    {
        t = (1_u32, 2_u32);
        t = t;
        x = t.0;
        Call(u = observe(x), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
