//@ verdict: ok
//@ trace: 0 2
//@ witness: agrees
// The unsigned distance goes forward.
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
    let a: [u16; 4];
    let w: *const [u16; 4];
    let p: *const u16;
    let q: *const u16;
    let d: usize;
    let u: ();
    {
        a = [1_u16, 2_u16, 3_u16, 4_u16];
        w = &raw const a;
        p = CastPtrToPtr(w);
        q = Offset(p, 2_usize);
        Call(d = core::intrinsics::ptr_offset_from_unsigned(q, p), ReturnTo(bb1), UnwindUnreachable())
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
