//@ verdict: ok
//@ trace: 0 p
//@ witness: agrees
// A raw pointer to an empty type is harmless.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

enum Void {}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: ();
    let q: *const ();
    let p: *const Void;
    let r: &'static Void;
    let u: ();
    {
        x = ();
        q = &raw const x;
        p = CastPtrToPtr(q);
        Call(u = observe(p), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
