//@ verdict: ok
//@ trace: 0 0
//@ witness: cannot: const-eval does not compare pointers
// A pointer to an object is not null.
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
    let n: usize;
    let p: *const i32;
    let q: *const i32;
    let c: bool;
    let u: ();
    {
        x = 1;
        n = 0_usize;
        p = &raw const x;
        q = CastTransmute(n);
        c = p == q;
        Call(u = observe(c), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
