//@ verdict: ok
//@ trace: 0 0
//@ witness: agrees
// Only data with invalid values can tell a variant; it has to be there before the variant is set.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
enum E {
    A(bool, u32),
    B,
}

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let e: E;
    let d: isize;
    let u: ();
    {
        place!(Field::<bool>(Variant(e, 0), 0)) = true;
        SetDiscriminant(e, 0);
        d = Discriminant(e);
        Call(u = observe(d), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
