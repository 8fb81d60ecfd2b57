//@ verdict: ok
//@ trace: 0 5
//@ witness: agrees
// A field next to it may be read.
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
    a: u8,
    b: bool,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let w: [u8; 2];
    let s: S;
    let t: *const S;
    let p: *const [u8; 2];
    let r: u8;
    let u: ();
    {
        w = [5_u8, 3_u8];
        p = &raw const w;
        t = CastPtrToPtr(p);
        r = (*t).a;
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
