//@ verdict: ok
//@ trace: 0 1
//@ witness: cannot: const-eval does not unwind
// The panic is on another path.
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
fn f() { mir! {
    let c: bool;
    let r: i32;
    let v: ();
    let u: ();
    {
        c = false;
        match c {
            true => bad,
            _ => good,
        }
    }
    bad = {
        Call(v = boom(), ReturnTo(good), UnwindUnreachable())
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
