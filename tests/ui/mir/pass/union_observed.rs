//@ verdict: ok
//@ trace: 0 u
//@ witness: agrees
// A union has no leaf that everyone could read.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
#[repr(C)]
union U {
    n: u32,
    b: u8,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let v: U;
    let u: ();
    {
        v = U { n: 1_u32 };
        Call(u = observe(v), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
