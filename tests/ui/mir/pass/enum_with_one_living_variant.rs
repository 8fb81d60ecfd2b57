//@ verdict: ok
//@ trace: 0 0
//@ witness: agrees
// Whether there is a tag where only one variant can be is open.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
enum Void {}

#[derive(Clone, Copy)]
enum E {
    A(u16),
    B(Void),
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
        e = E::A(3_u16);
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
