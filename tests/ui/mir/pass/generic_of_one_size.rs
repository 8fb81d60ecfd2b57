//@ verdict: ok
//@ trace: 0 5
//@ witness: agrees
// What a generic function reads must be there for the type it is called with.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn first<T: Copy + 'static>(p: *const u32) -> T { mir! {
    type RET = T;
    let q: *const T;
    {
        q = CastPtrToPtr(p);
        RET = *q;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: u32;
    let p: *const u32;
    let r: u16;
    let u: ();
    {
        x = 5_u32;
        p = &raw const x;
        Call(r = first::<u16>(p), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
