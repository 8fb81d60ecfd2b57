//@ verdict: ok
//@ trace: 0 ffc01234
//@ witness: agrees
// Negation of a NaN only flips its sign.
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
    let n: u32;
    let a: f32;
    let u: ();
    {
        n = 2143294004_u32;
        a = CastTransmute(n);
        a = -a;
        n = CastTransmute(a);
        Call(u = observe(n), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
