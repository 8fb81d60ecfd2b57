//@ verdict: ok
//@ trace: 0 0
//@ witness: agrees
// Equal pointers are at no distance, dangling or not.
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
    let a: [u8; 4];
    let w: *const [u8; 4];
    let p: *const u8;
    let q: *const u8;
    let d: isize;
    let u: ();
    {
        StorageLive(a);
        a = [1_u8, 2_u8, 3_u8, 4_u8];
        w = &raw const a;
        p = CastPtrToPtr(w);
        q = p;
        StorageDead(a);
        Call(d = core::intrinsics::ptr_offset_from(q, p), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(d), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
