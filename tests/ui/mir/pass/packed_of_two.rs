//@ verdict: ok
//@ trace: 0 102
//@ trace: 1 5
//@ witness: agrees
// `packed(2)` aligns to two.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
#[repr(C, packed(2))]
struct S {
    a: u8,
    b: u32,
    c: u16,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let s: S;
    let p: *const u16;
    let x: u16;
    let y: u32;
    let u: ();
    {
        s = S { a: 9_u8, b: 5_u32, c: 258_u16 };
        p = &raw const s.c;
        x = (*p);
        Call(u = observe(x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        y = s.b;
        Call(u = observe(y), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
