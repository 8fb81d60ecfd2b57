//@ verdict: ok
//@ trace: 0 4
//@ witness: agrees
// A difference of pointers is a number.
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
    let a: [u8; 8];
    let w: *const [u8; 8];
    let p: *const u8;
    let q: *const u8;
    let d: isize;
    let n: usize;
    let r: i32;
    let u: ();
    {
        a = [0_u8; 8];
        w = &raw const a;
        p = CastPtrToPtr(w);
        q = Offset(p, 4_usize);
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
