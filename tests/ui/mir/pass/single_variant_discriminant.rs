//@ verdict: ok
//@ trace: 0 0
//@ witness: agrees
// Which variant it is needs no data where there is only one; the data is another matter.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
enum E {
    A(u32),
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
