//@ verdict: undefined
//@ rule: invalid-value
//@ says: is no `bool`
//@ witness: agrees
// A returned value is validated.
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
fn g(x: u8) -> bool { mir! {
    type RET = bool;
    let p: *mut bool;
    let q: *mut u8;
    {
        p = &raw mut RET;
        q = CastPtrToPtr(p);
        (*q) = x;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let b: bool;
    let u: ();
    {
        Call(b = g(2_u8), ReturnTo(bb1), UnwindUnreachable()) //~
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
