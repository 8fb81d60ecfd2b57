//@ verdict: undefined
//@ rule: invalid-value
//@ says: is no `bool`
//@ witness: agrees
// And both hold values of the type.
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
    let a: bool;
    let b: bool;
    let p: *mut bool;
    let q: *mut bool;
    let c: *mut u8;
    let u: ();
    {
        a = true;
        b = false;
        p = &raw mut a;
        q = &raw mut b;
        c = CastPtrToPtr(q);
        (*c) = 2_u8;
        Call(u = core::intrinsics::typed_swap_nonoverlapping(p, q), ReturnTo(bb1), UnwindUnreachable()) //~
    }
    bb1 = {
        Call(u = observe(a), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        c = CastPtrToPtr(p);
        Call(u = observe(b), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Return()
    }
} }

fn main() {
    f();
}
