//@ verdict: ok
//@ trace: 0 0
//@ witness: agrees
// Whether an enum has a tag that must be set, or is told by its data, is open.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
enum E {
    A(bool),
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
    let g: E;
    let d: isize;
    let u: ();
    {
        place!(Field::<bool>(Variant(e, 0), 0)) = true;
        SetDiscriminant(e, 0);
        g = e;
        d = Discriminant(g);
        Call(u = observe(d), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
