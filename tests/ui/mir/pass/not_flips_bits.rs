//@ verdict: ok
//@ trace: 0 f0
//@ trace: 1 0
//@ trace: 2 1
//@ witness: agrees
// `!` is bitwise on integers and logical on bool.
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
    let a: u8;
    let b: bool;
    let u: ();
    {
        a = 15_u8;
        a = !a;
        Call(u = observe(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        b = true;
        b = !b;
        Call(u = observe(b), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        b = !b;
        Call(u = observe(b), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Return()
    }
} }

fn main() {
    f();
}
