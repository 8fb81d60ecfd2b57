//@ verdict: undefined
//@ rule: immutable
//@ witness: agrees
// Any other is not, however the pointer was made.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

static X: i32 = 42;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let p: *mut i32;
    let r: &'static i32;
    let c: *const i32;
    let y: i32;
    let u: ();
    {
        r = Static(X);
        c = &raw const (*r);
        p = CastPtrToPtr(c);
        (*p) = 7; //~
        y = (*p);
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
