//@ verdict: ok
//@ trace: 0 2
//@ witness: agrees
// Bytes may be anything as long as nobody reads them at the type.
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
    let b: bool;
    let p: *mut bool;
    let q: *mut u8;
    let r: u8;
    let u: ();
    {
        b = true;
        p = &raw mut b;
        q = CastPtrToPtr(p);
        (*q) = 2_u8;
        r = (*q);
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
