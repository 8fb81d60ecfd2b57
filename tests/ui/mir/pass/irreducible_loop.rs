//@ verdict: ok
//@ trace: 0 a
//@ witness: agrees
// Two blocks that jump into each other's loop.
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
    let n: u32;
    let c: bool;
    let u: ();
    {
        n = 0_u32;
        c = true;
        match c {
            true => left,
            _ => right,
        }
    }
    left = {
        n = n + 1_u32;
        Goto(right)
    }
    right = {
        n = n + 1_u32;
        c = n < 10_u32;
        match c {
            true => left,
            _ => done,
        }
    }
    done = {
        Call(u = observe(n), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
