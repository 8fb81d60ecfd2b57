//@ verdict: ok
//@ trace: 0 1 2 3
//@ witness: agrees
// An array assigned from another.
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
    let a: [i32; 3];
    let b: [i32; 3];
    let u: ();
    {
        a = [1, 2, 3];
        b = a;
        a = b;
        Call(u = observe(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
