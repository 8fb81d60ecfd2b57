//@ verdict: undefined
//@ rule: overlap
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
    let t: (u8, u32);
    let x: u32;
    let u: ();
    {
        t = (1_u8, 2_u32);
        t = t; //~
        x = t.1;
        Call(u = observe(x), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
