//@ verdict: undefined
//@ rule: invalid-value
//@ says: null where that is forbidden
//@ witness: agrees
// References to zero bytes are not null either.
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
    let r: &'static ();
    let u: ();
    {
        a = 0_usize;
        r = CastTransmute(a); //~
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
