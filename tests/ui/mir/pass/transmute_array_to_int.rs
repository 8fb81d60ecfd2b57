//@ verdict: ok
//@ trace: 0 4030201
//@ trace: 1 ab cd
//@ witness: agrees
// Bytes in memory order, least first.
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
    let a: [u8; 4];
    let n: u32;
    let m: u16;
    let b: [u8; 2];
    let u: ();
    {
        a = [1_u8, 2_u8, 3_u8, 4_u8];
        n = CastTransmute(a);
        Call(u = observe(n), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        m = 52651_u16;
        b = CastTransmute(m);
        Call(u = observe(b), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
