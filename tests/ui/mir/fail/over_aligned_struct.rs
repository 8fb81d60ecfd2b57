//@ verdict: undefined
//@ rule: misaligned
//@ witness: agrees
// `align(16)` is asked of every access.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct S {
    a: u32,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let s: S;
    let a: [S; 2];
    let w: *const [S; 2];
    let p: *const u8;
    let q: *const S;
    let t: S;
    let u: ();
    {
        s = S { a: 1_u32 };
        a = [s, s];
        w = &raw const a;
        p = CastPtrToPtr(w);
        p = Offset(p, 8_usize);
        q = CastPtrToPtr(p);
        t = (*q); //~
        Call(u = observe(t), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
