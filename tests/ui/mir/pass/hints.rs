//@ verdict: ok
//@ trace: 0 1
//@ trace: 1 0
//@ trace: 2 4
//@ trace: 3 9
//@ witness: agrees
// Hints change nothing.
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
fn f() { mir! {
    let c: bool;
    let a: i32;
    let b: i32;
    let u: ();
    {
        c = true;
        Call(c = core::intrinsics::likely(c), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(c), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        c = false;
        Call(c = core::intrinsics::unlikely(c), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Call(u = observe(c), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Call(u = core::intrinsics::cold_path(), ReturnTo(bb5), UnwindUnreachable())
    }
    bb5 = {
        a = 4;
        Call(a = core::hint::black_box(a), ReturnTo(bb6), UnwindUnreachable())
    }
    bb6 = {
        Call(u = observe(a), ReturnTo(bb7), UnwindUnreachable())
    }
    bb7 = {
        b = 9;
        Call(b = core::intrinsics::select_unpredictable(c, a, b), ReturnTo(bb8), UnwindUnreachable())
    }
    bb8 = {
        Call(u = observe(b), ReturnTo(bb9), UnwindUnreachable())
    }
    bb9 = {
        Return()
    }
} }

fn main() {
    f();
}
