//@ verdict: undefined
//@ rule: invalid-value
//@ says: is no `bool`
//@ witness: agrees
// An argument is validated on its way in.
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
fn g(b: bool) -> bool { mir! { //~
    type RET = bool;
    {
        RET = b;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let b: bool;
    let p: *mut bool;
    let q: *mut u8;
    let u: ();
    {
        p = &raw mut b;
        q = CastPtrToPtr(p);
        (*q) = 2_u8;
        Call(b = g(b), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(b), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
