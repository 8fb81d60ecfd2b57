//@ verdict: ok
//@ trace: 0 2
//@ witness: agrees
// Volatile accesses stay in bounds.
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
    let a: [u8; 2];
    let w: *const [u8; 2];
    let p: *const u8;
    let x: u8;
    let u: ();
    {
        a = [1_u8, 2_u8];
        w = &raw const a;
        p = CastPtrToPtr(w);
        p = Offset(p, 1_usize);
        Call(x = core::intrinsics::volatile_load(p), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(x), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
