//@ verdict: undefined
//@ rule: arithmetic
//@ says: by -1 overflows
//@ witness: agrees
// Of the least value even the remainder by -1 is undefined.
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
    let a: i64;
    let b: i64;
    let c: i64;
    let u: ();
    {
        a = -9223372036854775808_i64;
        b = -1_i64;
        c = a % b; //~
        Call(u = observe(c), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
