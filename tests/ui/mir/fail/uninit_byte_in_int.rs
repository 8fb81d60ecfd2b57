//@ verdict: undefined
//@ rule: uninitialised
//@ witness: agrees
// One byte that was never written spoils the integer.
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
    let a: u32;
    let b: u32;
    let p: *mut u8;
    let q: *mut u8;
    let w: *mut u32;
    let u: ();
    {
        w = &raw mut a;
        p = CastPtrToPtr(w);
        (*p) = 1_u8;
        q = Offset(p, 1_usize);
        (*q) = 2_u8;
        q = Offset(p, 2_usize);
        (*q) = 3_u8;
        b = a; //~
        Call(u = observe(b), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
