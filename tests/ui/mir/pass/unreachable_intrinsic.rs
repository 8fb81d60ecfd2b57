//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// And so is the intrinsic.
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
    let a: bool;
    let r: i32;
    let n: ();
    let u: ();
    {
        a = false;
        match a {
            true => bad,
            _ => good,
        }
    }
    bad = {
        Call(r = core::intrinsics::unreachable(), ReturnTo(good), UnwindUnreachable())
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
