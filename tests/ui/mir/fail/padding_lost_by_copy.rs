//@ verdict: undefined
//@ rule: uninitialised
//@ witness: agrees
// A typed copy leaves the padding behind.
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
    b: u16,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let s: S;
    let t: S;
    let p: *mut u8;
    let q: *mut S;
    let r: u8;
    let u: ();
    {
        q = &raw mut s;
        p = CastPtrToPtr(q);
        Call(u = core::intrinsics::write_bytes(p, 170_u8, 4_usize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        t = s;
        q = &raw mut t;
        p = CastPtrToPtr(q);
        p = Offset(p, 1_usize);
        r = (*p); //~
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
