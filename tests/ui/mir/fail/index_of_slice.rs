//@ verdict: undefined
//@ rule: index
//@ witness: agrees
// A slice knows its length.
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
    let a: [i32; 3];
    let r: &'static [i32; 3];
    let s: &'static [i32];
    let i: usize;
    let x: i32;
    let u: ();
    {
        a = [1, 2, 3];
        r = &a;
        s = CastUnsize(r);
        i = 3;
        x = (*s)[i]; //~
        Call(u = observe(x), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
