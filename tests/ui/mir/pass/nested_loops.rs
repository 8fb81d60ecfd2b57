//@ verdict: ok
//@ trace: 0 c
//@ witness: agrees
// A loop inside a loop, with real induction variables.
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
    let i: u32;
    let j: u32;
    let n: u32;
    let u: ();
    {
        i = 0_u32;
        n = 0_u32;
        Goto(outer)
    }
    outer = {
        j = 0_u32;
        Goto(inner)
    }
    inner = {
        n = n + 1_u32;
        j = j + 1_u32;
        match j {
            4 => next,
            _ => inner,
        }
    }
    next = {
        i = i + 1_u32;
        match i {
            3 => done,
            _ => outer,
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
