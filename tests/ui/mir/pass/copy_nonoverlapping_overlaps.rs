//@ verdict: ok
//@ trace: 0 1 2 1 2
//@ witness: agrees
// Source and destination share no byte.
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
    let a: [i32; 4];
    let w: *mut [i32; 4];
    let p: *mut i32;
    let s: *const i32;
    let d: *mut i32;
    let u: ();
    {
        a = [1, 2, 3, 4];
        w = &raw mut a;
        p = CastPtrToPtr(w);
        s = CastPtrToPtr(w);
        d = Offset(p, 2_usize);
        Call(u = core::intrinsics::copy_nonoverlapping(s, d, 2_usize), ReturnTo(bb1), UnwindUnreachable())
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
