//@ verdict: unspecified
//@ rule: open-value
//@ witness: cannot: const-eval has no addresses
// Its address as a number is open.
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
    let n: usize;
    let u: ();
    {
        x = 1;
        p = &raw const x;
        n = p as usize;
        Call(u = observe(n), ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
