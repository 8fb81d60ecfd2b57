//@ verdict: undefined
//@ rule: dead-local
//@ witness: agrees
// Where there is nothing to do, nothing is asked of the local; reading it is another matter.
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
    let y: i32;
    let u: ();
    {
        StorageLive(x);
        x = 1_i32;
        StorageDead(x);
        y = x; //~
        Drop(x, ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(y), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
