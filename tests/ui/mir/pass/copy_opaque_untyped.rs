//@ verdict: ok
//@ trace: 0 1 2
//@ witness: agrees
// An untyped copy of a whole tuple copies the tuple.
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
    let t: (u8, u32);
    let v: (u8, u32);
    let p: *const (u8, u32);
    let q: *mut (u8, u32);
    let u: ();
    {
        t = (1_u8, 2_u32);
        p = &raw const t;
        q = &raw mut v;
        Call(u = core::intrinsics::copy_nonoverlapping(p, q, 1_usize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(v), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
