//@ verdict: ok
//@ trace: 0 cc
//@ witness: agrees
// A byte that some field of the union covers survives its copies.
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
#[derive(Clone, Copy)]
#[repr(C)]
union U {
    s: S,
    w: u32,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let v: U;
    let w: U;
    let vp: *mut U;
    let p: *mut u8;
    let r: u8;
    let u: ();
    {
        vp = &raw mut v;
        p = CastPtrToPtr(vp);
        Call(u = core::intrinsics::write_bytes(p, 204_u8, 4_usize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        w = v;
        vp = &raw mut w;
        p = CastPtrToPtr(vp);
        p = Offset(p, 1_usize);
        r = (*p);
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
