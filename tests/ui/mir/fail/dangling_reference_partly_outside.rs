//@ verdict: undefined
//@ rule: invalid-value
//@ says: reference beyond the bounds
//@ witness: agrees
// All bytes of the pointee must be there.
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
    let a: [u8; 3];
    let w: *const [u8; 3];
    let p: *const [u8; 4];
    let r: &'static [u8; 4];
    let x: u32;
    let b: [u8; 4];
    let u: ();
    {
        a = [1_u8, 2_u8, 3_u8];
        w = &raw const a;
        p = CastPtrToPtr(w);
        r = &(*p); //~
        b = (*r);
        x = CastTransmute(b);
        Call(u = observe(x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
