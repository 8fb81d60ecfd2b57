//@ verdict: ok
//@ trace: 0 3
//@ witness: agrees
// Elements of an array lie side by side, whatever they are.
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
    let t: (u8, u32);
    let v: (u8, u32);
    let a: [(u8, u32); 2];
    let w: *const [(u8, u32); 2];
    let p: *const (u8, u32);
    let y: u8;
    let u: ();
    {
        t = (1_u8, 2_u32);
        v = (3_u8, 4_u32);
        a = [t, v];
        w = &raw const a;
        p = CastPtrToPtr(w);
        p = Offset(p, 1_usize);
        y = (*p).0;
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
