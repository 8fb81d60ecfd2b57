//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// Whether there is a reference may still be asked.
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
    let v: Option<&'static i32>;
    let d: isize;
    let u: ();
    {
        x = 0;
        s = &x;
        o = Option::Some(s);
        x = 1;
        d = Discriminant(o);
        Call(u = observe(d), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
