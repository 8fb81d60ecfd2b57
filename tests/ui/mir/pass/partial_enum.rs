//@ verdict: ok
//@ trace: 0 v1 2 3
//@ witness: agrees
// An enum may be built from its fields and its discriminant.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
#[repr(u8)]
enum E {
    A,
    B(u8, u16),
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let e: E;
    let d: E;
    let u: ();
    {
        place!(Field::<u8>(Variant(e, 1), 0)) = 2_u8;
        place!(Field::<u16>(Variant(e, 1), 1)) = 3_u16;
        SetDiscriminant(e, 1);
        d = e;
        Call(u = observe(d), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
