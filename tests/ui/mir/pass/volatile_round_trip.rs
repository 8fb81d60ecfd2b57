//@ verdict: ok
//@ trace: 0 7
//@ trace: 1 7
//@ witness: agrees
// Volatile accesses move values like others.
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
    let a: u32;
    let p: *mut u32;
    let q: *const u32;
    let x: u32;
    let u: ();
    {
        p = &raw mut a;
        q = &raw const a;
        Call(u = core::intrinsics::volatile_store(p, 7_u32), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(x = core::intrinsics::volatile_load(q), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Call(u = observe(x), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Call(u = observe(a), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Return()
    }
} }

fn main() {
    f();
}
