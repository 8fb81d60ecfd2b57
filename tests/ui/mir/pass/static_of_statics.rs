//@ verdict: ok
//@ trace: 0 7
//@ witness: agrees
// A static holds the address of another.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

static X: u32 = 7;
static P: &u32 = &X;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let p: &'static &'static u32;
    let q: &'static u32;
    let y: u32;
    let u: ();
    {
        p = Static(P);
        q = (*p);
        y = (*q);
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
