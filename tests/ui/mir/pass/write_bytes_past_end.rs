//@ verdict: ok
//@ trace: 0 5050505 5050505
//@ witness: agrees
// `write_bytes` writes whole elements inside the object.
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
    let w: *mut [u32; 2];
    let p: *mut u32;
    let u: ();
    {
        w = &raw mut a;
        p = CastPtrToPtr(w);
        Call(u = core::intrinsics::write_bytes(p, 5_u8, 2_usize), ReturnTo(bb1), UnwindUnreachable())
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
