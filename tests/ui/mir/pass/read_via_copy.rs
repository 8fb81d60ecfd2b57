//@ verdict: ok
//@ trace: 0 2
//@ witness: agrees
// The intrinsic behind `ptr::read` is an ordinary read.
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
    let a: [u32; 2];
    let w: *const [u32; 2];
    let p: *const u8;
    let q: *const u32;
    let x: u32;
    let u: ();
    {
        a = [1_u32, 2_u32];
        w = &raw const a;
        p = CastPtrToPtr(w);
        p = Offset(p, 4_usize);
        q = CastPtrToPtr(p);
        Call(x = core::intrinsics::read_via_copy(q), ReturnTo(bb1), UnwindUnreachable())
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
