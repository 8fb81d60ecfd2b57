//@ verdict: undefined
//@ rule: dangling
//@ witness: agrees
// The second may not: naming it is a step inside the object.
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
        q = &raw const (*p).b; //~
        Call(u = observe(q), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
