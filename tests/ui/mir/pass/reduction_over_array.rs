//@ verdict: ok
//@ trace: 0 f
//@ witness: agrees
// Summing up through an index that runs.
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
    let a: [u32; 5];
    let i: usize;
    let n: u32;
    let u: ();
    {
        a = [1_u32, 2_u32, 3_u32, 4_u32, 5_u32];
        i = 0_usize;
        n = 0_u32;
        Goto(body)
    }
    body = {
        n = n + a[i];
        i = i + 1_usize;
        match i {
            5 => done,
            _ => body,
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
