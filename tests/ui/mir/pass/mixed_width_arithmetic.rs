//@ verdict: ok
//@ trace: 0 e8d4a50fff
//@ witness: agrees
// A sum carried through several widths.
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
    let a: u32;
    let b: u64;
    let c: u128;
    let u: ();
    {
        a = 1000000_u32;
        b = a as u64;
        b = b * b;
        c = b as u128;
        c = c - 1;
        Call(u = observe(c), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
