//@ verdict: ok
//@ trace: 0 1 2
//@ witness: agrees
// A `repr(C)` struct has a promised layout.
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
struct S {
    a: u16,
    b: u16,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let n: u32;
    let s: S;
    let u: ();
    {
        n = 131073_u32;
        s = CastTransmute(n);
        Call(u = observe(s), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
