//@ verdict: undefined
//@ rule: signature
//@ witness: agrees
// A wide pointer is two values.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

const G: fn(*const i32) -> i32 = g;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn g(a: *const i32) -> i32 { mir! {
    type RET = i32;
    {
        RET = (*a);
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: [i32; 2];
    let p: fn(*const i32) -> i32;
    let q: fn(&'static [i32]) -> i32;
    let a: &'static [i32; 2];
    let s: &'static [i32];
    let r: i32;
    let u: ();
    {
        x = [3, 4];
        a = &x;
        s = CastUnsize(a);
        p = G;
        q = CastTransmute(p);
        Call(r = q(s), ReturnTo(bb1), UnwindUnreachable()) //~
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
