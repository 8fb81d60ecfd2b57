//@ verdict: ok
//@ trace: 0 0
//@ witness: agrees
// A nested tag that is set tells the variant around it, whatever it tags.
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
    let e: E;
    let d: isize;
    let u: ();
    {
        SetDiscriminant(Field::<Inner>(Variant(e, 0), 0), 1);
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
