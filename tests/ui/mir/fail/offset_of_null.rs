//@ verdict: undefined
//@ rule: no-provenance
//@ witness: agrees
// There is no room around null.
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
    let a: usize;
    let p: *const i32;
    let u: ();
    {
        a = 0_usize;
        p = CastTransmute(a);
        p = Offset(p, 1_usize); //~
        Call(u = observe(p), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
