//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// The field that was assigned may be read alone.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
struct S {
    a: i32,
    b: i32,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let s: S;
    let t: S;
    let r: i32;
    let u: ();
    {
        s.a = 1;
        r = s.a;
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
