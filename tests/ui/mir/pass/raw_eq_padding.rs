//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// `raw_eq` compares all bytes, padding too.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
#[repr(C)]
struct S {
    a: u16,
    b: u16,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let s: S;
    let t: S;
    let p: &'static S;
    let q: &'static S;
    let r: bool;
    let u: ();
    {
        s = S { a: 1_u16, b: 2_u16 };
        t = s;
        p = &s;
        q = &t;
        Call(r = core::intrinsics::raw_eq(p, q), ReturnTo(bb1), UnwindUnreachable())
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
