//@ verdict: undefined
//@ rule: invalid-value
//@ says: is no `char`
//@ witness: agrees
// Chars end at 10ffff.
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
    let c: char;
    let u: ();
    {
        a = 1114112_u32;
        c = CastTransmute(a); //~
        Call(u = observe(c), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
