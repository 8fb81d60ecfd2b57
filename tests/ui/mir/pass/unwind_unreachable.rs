//@ verdict: ok
//@ trace: 0 1
//@ witness: cannot: const-eval does not unwind
// A call that does not unwind may say so.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

fn boom() { panic!("boom") }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn g(c: bool) { mir! {
    let u: ();
    {
        match c {
            true => bad,
            _ => good,
        }
    }
    bad = {
        Call(u = boom(), ReturnTo(bb1), UnwindContinue())
    }
    bb1 = {
        Return()
    }
    good = {
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let r: i32;
    let u: ();
    {
        Call(u = g(false), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        r = 1;
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
