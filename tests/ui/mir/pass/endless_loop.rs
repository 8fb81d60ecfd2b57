//@ verdict: ok
//@ trace: 0 0
//@ witness: agrees
// A loop that counts down ends.
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
    let u: ();
    {
        n = 1000_u32;
        Goto(head)
    }
    head = {
        n = n - 1_u32;
        match n {
            0 => done,
            _ => head,
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
