//@ verdict: ok
//@ trace: 0 3
//@ trace: 1 4
//@ witness: agrees
// What a child does is done in its parents' name.
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
    let r: &'static mut i32;
    let s: &'static mut i32;
    let t: &'static mut i32;
    let u: ();
    {
        x = 0;
        r = &mut x;
        s = &mut (*r);
        t = &mut (*s);
        (*t) = 3;
        (*s) = (*s);
        Call(u = observe(x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        x = 4;
        Call(u = observe(x), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
