//@ verdict: undefined
//@ rule: unreachable
//@ witness: agrees
// `Unreachable` is a promise.
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
    let r: i32;
    let u: ();
    {
        a = 1_u8;
        match a {
            0 => good,
            _ => bad,
        }
    }
    bad = {
        Unreachable() //~
    }
    good = {
        r = 1;
        Call(u = observe(r), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
