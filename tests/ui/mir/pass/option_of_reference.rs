//@ verdict: ok
//@ trace: 0 v1 p
//@ trace: 1 5
//@ trace: 2 v0
//@ witness: agrees
// An `Option` of a reference is built, taken apart and emptied.
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
    let x: i32;
    let s: &'static i32;
    let o: Option<&'static i32>;
    let y: i32;
    let u: ();
    {
        x = 5;
        s = &x;
        o = Option::Some(s);
        Call(u = observe(o), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        s = Field::<&'static i32>(Variant(o, 1), 0);
        y = (*s);
        Call(u = observe(y), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        o = Option::None;
        Call(u = observe(o), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Return()
    }
} }

fn main() {
    f();
}
