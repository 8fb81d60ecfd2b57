//@ verdict: ok
//@ trace: 0 0
//@ witness: agrees
// A tag within the data can tell the variant around it; what it tags need not be there.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
enum Inner {
    X(u32),
    Y(u32),
}

#[derive(Clone, Copy)]
enum E {
    A(Inner),
    B,
}

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let n: Inner;
    let e: E;
    let d: isize;
    let u: ();
    {
        SetDiscriminant(n, 0);
        place!(Field::<u32>(Variant(n, 0), 0)) = 1_u32;
        e = E::A(n);
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
