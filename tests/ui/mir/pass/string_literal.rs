//@ verdict: ok
//@ trace: 0 p
//@ trace: 1 3
//@ witness: agrees
// A string literal is a reference with a length.
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
    let s: &'static str;
    let n: usize;
    let u: ();
    {
        s = "abc";
        Call(u = observe(s), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        n = PtrMetadata(s);
        Call(u = observe(n), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
