//@ verdict: undefined
//@ rule: invalid-value
//@ says: a type that has none
//@ witness: agrees
// Reading through it would make a value that cannot be.
#![feature(custom_mir, core_intrinsics, never_type)]
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
    let a: usize;
    let p: *const !;
    let n: !;
    let r: i32;
    let u: ();
    {
        r = 1;
        a = 1_usize;
        p = CastTransmute(a);
        n = (*p); //~
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
