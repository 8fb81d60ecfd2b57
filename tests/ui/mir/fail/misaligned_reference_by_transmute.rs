//@ verdict: undefined
//@ rule: invalid-value
//@ says: misaligned reference
//@ witness: agrees
// A transmuted reference is validated like any other.
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
    let r: &'static u32;
    let x: u32;
    let u: ();
    {
        a = [1_u32, 2_u32];
        w = &raw const a;
        p = CastPtrToPtr(w);
        p = Offset(p, 2_usize);
        r = CastTransmute(p); //~
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
