//@ verdict: ok
//@ trace: 0 v1 1 9
//@ witness: agrees
// One field of a variant may be assigned.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
enum E {
    A,
    B(u8, u16),
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let e: E;
    let u: ();
    {
        e = E::B(1_u8, 2_u16);
        place!(Field::<u16>(Variant(e, 1), 1)) = 9_u16;
        Call(u = observe(e), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
