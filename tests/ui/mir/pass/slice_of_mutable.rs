//@ verdict: ok
//@ trace: 0 1 9 3
//@ witness: agrees
// A mutable slice writes into its array.
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
    let a: [u8; 3];
    let r: &'static mut [u8; 3];
    let s: &'static mut [u8];
    let i: usize;
    let u: ();
    {
        a = [1_u8, 2_u8, 3_u8];
        r = &mut a;
        s = CastUnsize(r);
        i = 1;
        (*s)[i] = 9_u8;
        Call(u = observe(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
