//@ verdict: ok
//@ trace: 0 2
//@ witness: agrees
// From one field of a `repr(C)` struct to the next.
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
    a: u32,
    b: u32,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let s: S;
    let p: *const u32;
    let q: *const u32;
    let y: u32;
    let u: ();
    {
        s = S { a: 1_u32, b: 2_u32 };
        p = &raw const s.a;
        Call(q = core::intrinsics::arith_offset(p, 1_isize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        y = (*q);
        Call(u = observe(y), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
