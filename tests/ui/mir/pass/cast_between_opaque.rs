//@ verdict: ok
//@ trace: 0 2
//@ witness: agrees
// A pointer to a tuple stays a pointer to that tuple.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

struct S {
    a: u32,
    b: u16,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let t: (u32, u16);
    let p: *const (u32, u16);
    let q: *const S;
    let w: *const u8;
    let y: u16;
    let u: ();
    {
        t = (1_u32, 2_u16);
        p = &raw const t;
        w = CastPtrToPtr(p);
        p = CastPtrToPtr(w);
        y = (*p).1;
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
