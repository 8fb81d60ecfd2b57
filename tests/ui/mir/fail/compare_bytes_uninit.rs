//@ verdict: undefined
//@ rule: uninitialised
//@ witness: agrees
// Bytes that are compared are initialised.
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
    let a: [u8; 2];
    let b: [u8; 2];
    let w: *const [u8; 2];
    let v: *const [u8; 2];
    let p: *const u8;
    let q: *const u8;
    let i: usize;
    let r: i32;
    let u: ();
    {
        a = [1_u8, 2_u8];
        i = 0;
        b[i] = 1_u8;
        w = &raw const a;
        v = &raw const b;
        p = CastPtrToPtr(w);
        q = CastPtrToPtr(v);
        Call(r = core::intrinsics::compare_bytes(p, q, 2_usize), ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
