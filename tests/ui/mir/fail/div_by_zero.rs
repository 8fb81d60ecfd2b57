//@ verdict: undefined
//@ rule: arithmetic
//@ says: by zero
//@ witness: agrees
// Division wants a divisor other than zero.
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
    let a: i32;
    let b: i32;
    let c: i32;
    let u: ();
    {
        a = 7;
        b = 0;
        c = a / b; //~
        Call(u = observe(c), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
