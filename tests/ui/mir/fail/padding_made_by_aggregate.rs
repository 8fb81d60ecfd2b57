//@ verdict: undefined
//@ rule: uninitialised
//@ witness: agrees
// Building a struct writes its fields only.
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
    a: u8,
    b: u16,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let s: S;
    let sp: *mut S;
    let p: *mut u8;
    let r: u8;
    let u: ();
    {
        sp = &raw mut s;
        p = CastPtrToPtr(sp);
        Call(u = core::intrinsics::write_bytes(p, 204_u8, 4_usize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        s = S { a: 1_u8, b: 7_u16 };
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
