//@ verdict: ok
//@ trace: 0 p
//@ witness: agrees
// Elements without bytes are counted all the same.
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
    let z: ();
    let a: [(); 3];
    let i: usize;
    let p: *const ();
    let u: ();
    {
        z = ();
        a = [z; 3];
        i = 2;
        p = &raw const a[i];
        Call(u = observe(p), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
