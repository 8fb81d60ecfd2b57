//@ verdict: ok
//@ trace: 0 6
//@ witness: agrees
// The result may replace a copied argument.
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
fn g(a: [i32; 2]) -> [i32; 2] { mir! {
    type RET = [i32; 2];
    let i: usize;
    {
        i = 0;
        RET = [6, 7];
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: [i32; 2];
    let i: usize;
    let y: i32;
    let u: ();
    {
        i = 0;
        x = [1, 2];
        Call(x = g(x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        y = x[i];
        Call(u = observe(y), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
