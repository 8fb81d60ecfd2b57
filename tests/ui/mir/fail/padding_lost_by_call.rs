//@ verdict: undefined
//@ rule: uninitialised
//@ witness: agrees
// An argument is copied at its type: the padding does not arrive.
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
fn g(s: S) -> u8 { mir! {
    type RET = u8;
    let q: *mut S;
    let p: *mut u8;
    {
        q = &raw mut s;
        p = CastPtrToPtr(q);
        p = Offset(p, 1_usize);
        RET = (*p); //~
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let s: S;
    let p: *mut u8;
    let q: *mut S;
    let r: u8;
    let u: ();
    {
        q = &raw mut s;
        p = CastPtrToPtr(q);
        Call(u = core::intrinsics::write_bytes(p, 2_u8, 4_usize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(r = g(s), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Call(u = observe(r), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Return()
    }
} }

fn main() {
    f();
}
