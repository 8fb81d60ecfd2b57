//@ verdict: ok
//@ trace: 0 2
//@ trace: 1 c0
//@ trace: 2 40000000
//@ witness: agrees
// The plain shifts take the count modulo the width; a signed right shift copies the sign.
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
    let b: i8;
    let n: u8;
    let u: ();
    {
        a = 1_u32;
        n = 33_u8;
        a = a << n;
        Call(u = observe(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        b = -128_i8;
        n = 9_u8;
        b = b >> n;
        Call(u = observe(b), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        a = 2147483648_u32;
        n = 1_u8;
        a = a >> n;
        Call(u = observe(a), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Return()
    }
} }

fn main() {
    f();
}
