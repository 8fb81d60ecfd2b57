//@ verdict: undefined
//@ rule: out-of-bounds
//@ witness: agrees
// Beyond it is not, not even by name.
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
    a: [u8; 4],
    b: u8,
    c: u8,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: [u8; 4];
    let w: *const [u8; 4];
    let p: *const S;
    let q: *const u8;
    let u: ();
    {
        x = [0_u8; 4];
        w = &raw const x;
        p = CastPtrToPtr(w);
        q = &raw const (*p).c; //~
        Call(u = observe(q), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
