//@ verdict: ok
//@ trace: 0 11
//@ trace: 1 1 2
//@ witness: agrees
// Constants by name, each use a copy of its own.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

const N: u32 = 17;
const A: [u8; 2] = [1, 2];

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let n: u32;
    let a: [u8; 2];
    let u: ();
    {
        n = N;
        Call(u = observe(n), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        a = A;
        Call(u = observe(a), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
