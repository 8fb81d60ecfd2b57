//@ verdict: ok
//@ trace: 0 ff
//@ trace: 1 e9
//@ trace: 2 3fc00000
//@ trace: 3 1 1 2
//@ witness: agrees
// Literals of many kinds come in from `main`.
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
fn f(a: i8, c: char, x: f32, t: (bool, [u8; 2])) { mir! {
    let u: ();
    {
        Call(u = observe(a), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(c), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Call(u = observe(x), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Call(u = observe(t), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Return()
    }
} }

fn main() {
    f(core::hint::black_box(-1_i8), core::hint::black_box('é'), core::hint::black_box(1.5_f32), core::hint::black_box((true, [1_u8, 2])));
}
