//@ verdict: ok
//@ trace: 0 1 1
//@ witness: agrees
// Copies are aligned like other accesses.
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
    let a: [u16; 2];
    let b: [u8; 2];
    let w: *mut [u16; 2];
    let p: *mut u8;
    let s: *const u16;
    let d: *mut u16;
    let u: ();
    {
        a = [1_u16, 2_u16];
        w = &raw mut a;
        s = CastPtrToPtr(w);
        p = CastPtrToPtr(w);
        p = Offset(p, 2_usize);
        d = CastPtrToPtr(p);
        Call(u = core::intrinsics::copy(s, d, 1_usize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(a), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
