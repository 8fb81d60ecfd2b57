//@ verdict: undefined
//@ rule: dead-local
//@ witness: agrees
// Blocks that no path leads to say nothing of storage.
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
    let u: ();
    {
        x = 1_i32; //~
        Goto(bb1)
    }
    bb1 = {
        StorageDead(x);
        Goto(bb2)
    }
    bb2 = {
        Call(u = observe(1_i32), ReturnTo(end), UnwindUnreachable())
    }
    end = {
        Return()
    }
} }

fn main() {
    f();
}
