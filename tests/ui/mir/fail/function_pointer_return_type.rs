//@ verdict: undefined
//@ rule: signature
//@ witness: agrees
// A wider integer is not.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
#[repr(transparent)]
struct W(u32);
const G: fn() -> u32 = g;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn g() -> u32 { mir! {
    type RET = u32;
    {
        RET = 7_u32;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let p: fn() -> u32;
    let q: fn() -> u64;
    let r: u64;
    let u: ();
    {
        p = G;
        q = CastTransmute(p);
        Call(r = q(), ReturnTo(bb1), UnwindUnreachable()) //~
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
