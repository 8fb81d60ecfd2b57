//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// Untyped copies carry uninitialised bytes.
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
    let b: u32;
    let s: *const u32;
    let d: *mut u32;
    let r: u32;
    let u: ();
    {
        b = 1_u32;
        s = &raw const a;
        d = &raw mut b;
        Call(u = core::intrinsics::copy_nonoverlapping(s, d, 1_usize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        b = 1_u32;
        r = b;
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
