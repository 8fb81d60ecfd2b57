//@ verdict: undefined
//@ rule: signature
//@ witness: agrees
// Signed and unsigned are not.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

const G: fn(u64) -> i32 = g;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn g(a: u64) -> i32 { mir! {
    type RET = i32;
    {
        RET = 1;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let p: fn(u64) -> i32;
    let q: fn(i64) -> i32;
    let r: i32;
    let u: ();
    {
        p = G;
        q = CastTransmute(p);
        Call(r = q(7_i64), ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
