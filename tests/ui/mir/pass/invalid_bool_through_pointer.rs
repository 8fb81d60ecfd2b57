//@ verdict: ok
//@ trace: 0 0
//@ witness: agrees
// Reading a bool from bytes validates it.
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
    let a: u8;
    let p: *const u8;
    let q: *const bool;
    let b: bool;
    let u: ();
    {
        a = 0_u8;
        p = &raw const a;
        q = CastPtrToPtr(p);
        b = (*q);
        Call(u = observe(b), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
