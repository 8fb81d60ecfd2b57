//@ verdict: undefined
//@ rule: borrow
//@ witness: blind: const-eval does not track aliasing
// A write ends them.
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
    let s: &'static i32;
    let t: &'static i32;
    let y: i32;
    let u: ();
    {
        x = 5;
        s = &x;
        t = &x;
        x = 6;
        t = &x;
        y = (*s); //~
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
