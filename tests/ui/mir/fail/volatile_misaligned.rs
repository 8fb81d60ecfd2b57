//@ verdict: undefined
//@ rule: misaligned
//@ witness: agrees
// `volatile_load` only aligned ones.
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
    let a: [u32; 2];
    let w: *const [u32; 2];
    let p: *const u8;
    let q: *const u32;
    let x: u32;
    let u: ();
    {
        a = [0_u32, 1_u32];
        w = &raw const a;
        p = CastPtrToPtr(w);
        p = Offset(p, 1_usize);
        q = CastPtrToPtr(p);
        Call(x = core::intrinsics::volatile_load(q), ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        Call(u = observe(x), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
