//@ verdict: ok
//@ trace: 0 1
//@ witness: agrees
// Two functions that call each other.
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
fn even(n: u8) -> bool { mir! {
    type RET = bool;
    let m: u8;
    {
        match n {
            0 => base,
            _ => step,
        }
    }
    base = {
        RET = true;
        Return()
    }
    step = {
        m = n - 1_u8;
        Call(RET = odd(m), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn odd(n: u8) -> bool { mir! {
    type RET = bool;
    let m: u8;
    {
        match n {
            0 => base,
            _ => step,
        }
    }
    base = {
        RET = false;
        Return()
    }
    step = {
        m = n - 1_u8;
        Call(RET = even(m), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let r: bool;
    let u: ();
    {
        Call(r = even(10_u8), ReturnTo(bb1), UnwindUnreachable())
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
