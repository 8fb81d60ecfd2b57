//@ verdict: ok
//@ trace: 0 8
//@ trace: 1 e
//@ trace: 2 6
//@ trace: 3 1
//@ witness: agrees
// And, or, exclusive or; on bool too.
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
    let a: u8;
    let b: u8;
    let c: u8;
    let p: bool;
    let q: bool;
    let u: ();
    {
        a = 12_u8;
        b = 10_u8;
        c = a & b;
        Call(u = observe(c), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        c = a | b;
        Call(u = observe(c), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        c = a ^ b;
        Call(u = observe(c), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        p = true;
        q = false;
        p = p ^ q;
        Call(u = observe(p), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Return()
    }
} }

fn main() {
    f();
}
