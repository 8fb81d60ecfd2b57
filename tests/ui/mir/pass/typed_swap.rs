//@ verdict: ok
//@ trace: 0 2 1
//@ witness: agrees
// Swapped places are two places.
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
    let q: *mut u32;
    let u: ();
    {
        a = [1_u32, 2_u32];
        w = &raw mut a;
        p = CastPtrToPtr(w);
        q = Offset(p, 1_usize);
        Call(u = core::intrinsics::typed_swap_nonoverlapping(p, q), ReturnTo(bb1), UnwindUnreachable())
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
