//@ verdict: ok
//@ trace: 0 1388
//@ witness: agrees
// Tail calls may go on without growing.
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
fn g(n: u32, sum: u32) -> u32 { mir! {
    type RET = u32;
    let m: u32;
    let s: u32;
    {
        match n {
            0 => base,
            _ => step,
        }
    }
    base = {
        RET = sum;
        Return()
    }
    step = {
        m = n - 1_u32;
        s = sum + 5_u32;
        TailCall(g(m, s))
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let r: u32;
    let u: ();
    {
        Call(r = g(1000_u32, 0_u32), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
