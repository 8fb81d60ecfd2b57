//@ verdict: undefined
//@ rule: out-of-bounds
//@ witness: agrees
// The intrinsic is the same operation.
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
    let a: [u16; 3];
    let w: *const [u16; 3];
    let p: *const u16;
    let x: u16;
    let u: ();
    {
        a = [1_u16, 2_u16, 3_u16];
        w = &raw const a;
        p = CastPtrToPtr(w);
        Call(p = core::intrinsics::offset(p, 4_usize), ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        x = (*p);
        Call(u = observe(x), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
