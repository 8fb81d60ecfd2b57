//@ verdict: undefined
//@ rule: signature
//@ witness: agrees
// Floats and integers are not.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

const G: fn(f32) -> i32 = g;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn g(a: f32) -> i32 { mir! {
    type RET = i32;
    {
        RET = 7;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let p: fn(f32) -> i32;
    let q: fn(char) -> i32;
    let r: i32;
    let u: ();
    {
        p = G;
        q = CastTransmute(p);
        Call(r = q('a'), ReturnTo(bb1), UnwindUnreachable()) //~
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
