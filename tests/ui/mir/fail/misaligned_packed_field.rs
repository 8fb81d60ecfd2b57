//@ verdict: undefined
//@ rule: misaligned
//@ witness: agrees
// Through a pointer of its type it must be aligned.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
#[repr(C, packed)]
struct S {
    a: u8,
    b: u32,
}
#[derive(Clone, Copy)]
#[repr(C, align(4))]
struct O {
    s: S,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let o: O;
    let s: S;
    let p: *const u32;
    let x: u32;
    let u: ();
    {
        s = S { a: 9_u8, b: 67305985_u32 };
        o = O { s: s };
        p = &raw const o.s.b;
        x = (*p); //~
        Call(u = observe(x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
