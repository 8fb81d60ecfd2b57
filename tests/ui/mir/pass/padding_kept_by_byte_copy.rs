//@ verdict: ok
//@ trace: 0 aa
//@ witness: agrees
// An untyped copy of bytes keeps padding.
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
    b: u32,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let s: S;
    let t: S;
    let sp: *mut S;
    let tp: *mut S;
    let p: *mut u8;
    let q: *mut u8;
    let c: *const u8;
    let r: u8;
    let u: ();
    {
        sp = &raw mut s;
        tp = &raw mut t;
        p = CastPtrToPtr(sp);
        q = CastPtrToPtr(tp);
        c = CastPtrToPtr(sp);
        Call(u = core::intrinsics::write_bytes(p, 170_u8, 8_usize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = core::intrinsics::copy_nonoverlapping(c, q, 8_usize), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        q = Offset(q, 3_usize);
        r = (*q);
        Call(u = observe(r), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Return()
    }
} }

fn main() {
    f();
}
