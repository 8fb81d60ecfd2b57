//@ verdict: ok
//@ trace: 0 20001
//@ witness: agrees
// A struct without padding is as good as an integer.
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
    let s: S;
    let r: u32;
    let u: ();
    {
        s = S { a: 1_u16, b: 2_u16 };
        r = CastTransmute(s);
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
