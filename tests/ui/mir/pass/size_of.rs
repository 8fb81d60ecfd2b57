//@ verdict: ok
//@ trace: 0 c
//@ trace: 1 4
//@ witness: agrees
// A `repr(C)` struct has a size.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[repr(C)]
struct S {
    a: u8,
    b: u32,
    c: u8,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let n: usize;
    let u: ();
    {
        Call(n = core::intrinsics::size_of::<S>(), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(n), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Call(n = core::intrinsics::align_of::<S>(), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Call(u = observe(n), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Return()
    }
} }

fn main() {
    f();
}
