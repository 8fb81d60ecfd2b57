//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// References to nothing never conflict.
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
fn g(a: &'static mut (), b: &'static mut ()) { mir! {
    {
        (*a) = ();
        (*b) = ();
        (*a) = ();
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let z: ();
    let a: &'static mut ();
    let b: &'static mut ();
    let y: i32;
    let u: ();
    {
        z = ();
        a = &mut z;
        b = &mut z;
        Call(u = g(a, b), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        y = 1;
        Call(u = observe(y), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
