//@ verdict: ok
//@ trace: 0 p
//@ witness: agrees
// The first field of what is gone may still be named.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[repr(C)]
struct S {
    a: u32,
    b: u32,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let s: S;
    let p: *const S;
    let q: *const u32;
    let u: ();
    {
        StorageLive(s);
        s = S { a: 1_u32, b: 2_u32 };
        p = &raw const s;
        StorageDead(s);
        q = &raw const (*p).a;
        Call(u = observe(q), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
