//@ verdict: ok
//@ trace: 0 78
//@ witness: agrees
// Every activation has its own locals.
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
fn g(n: u64) -> u64 { mir! {
    type RET = u64;
    let m: u64;
    {
        match n {
            0 => base,
            _ => step,
        }
    }
    base = {
        RET = 1_u64;
        Return()
    }
    step = {
        m = n - 1_u64;
        Call(m = g(m), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        RET = n * m;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let r: u64;
    let u: ();
    {
        Call(r = g(5_u64), ReturnTo(bb1), UnwindUnreachable())
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
