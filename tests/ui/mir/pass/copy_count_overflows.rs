//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// Copying nothing is fine.
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
    let a: u64;
    let b: u64;
    let s: *const u64;
    let d: *mut u64;
    let u: ();
    {
        a = 1_u64;
        b = 1_u64;
        s = &raw const a;
        d = &raw mut b;
        Call(u = core::intrinsics::copy_nonoverlapping(s, d, 0_usize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(b), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
