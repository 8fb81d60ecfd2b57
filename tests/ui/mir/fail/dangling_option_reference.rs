//@ verdict: undefined
//@ rule: invalid-value
//@ says: reference to no memory
//@ witness: agrees
// And so must be a good one.
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
    let x: i32;
    let p: *const i32;
    let a: usize;
    let o: Option<&'static i32>;
    let u: ();
    {
        x = 1;
        p = &raw const x;
        a = 4_usize;
        o = CastTransmute(a); //~
        Call(u = observe(o), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
