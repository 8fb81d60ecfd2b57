//@ verdict: ok
//@ trace: 0 3
//@ witness: agrees
// A reference is aligned for what it points to.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let a: [u16; 4];
    let w: *const [u16; 4];
    let p: *const u8;
    let q: *const u16;
    let r: &'static u16;
    let x: u16;
    let u: ();
    {
        a = [1_u16, 2_u16, 3_u16, 4_u16];
        w = &raw const a;
        p = CastPtrToPtr(w);
        p = Offset(p, 4_usize);
        q = CastPtrToPtr(p);
        r = &(*q);
        x = (*r);
        Call(u = observe(x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
