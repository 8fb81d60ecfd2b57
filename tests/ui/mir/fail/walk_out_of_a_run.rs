//@ verdict: unspecified
//@ rule: open-layout
//@ witness: blind: const-eval knows one layout
// Where the next field of a tuple lies is open.
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
    let s: (u32, u32);
    let p: *const u32;
    let q: *const u32;
    let y: u32;
    let u: ();
    {
        s = (1_u32, 2_u32);
        p = &raw const s.0;
        Call(q = core::intrinsics::arith_offset(p, 1_isize), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        y = (*q); //~
        Call(u = observe(y), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
