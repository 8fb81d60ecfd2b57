//@ verdict: ok
//@ trace: 0 v0 2
//@ witness: agrees
// Field and discriminant, in either order.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
#[repr(C)]
enum E {
    A(u8),
    B(u8),
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let e: E;
    let d: E;
    let u: ();
    {
        SetDiscriminant(e, 0);
        place!(Field::<u8>(Variant(e, 0), 0)) = 2_u8;
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
