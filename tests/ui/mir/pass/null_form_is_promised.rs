//@ verdict: ok
//@ trace: 0 5
//@ witness: agrees
// An `Option` of a reference is a pointer.
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
    let p: *const i32;
    let y: i32;
    let u: ();
    {
        x = 5;
        s = &x;
        o = Option::Some(s);
        p = CastTransmute(o);
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
