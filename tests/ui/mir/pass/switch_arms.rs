//@ verdict: ok
//@ trace: 0 3
//@ trace: 1 2
//@ witness: agrees
// A switch looks for its value, negative ones too, and else takes the last arm.
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
fn g(a: i8) -> i32 { mir! {
    type RET = i32;
    {
        match a {
            0 => zero,
            -1 => minus,
            _ => other,
        }
    }
    zero = {
        RET = 1;
        Return()
    }
    minus = {
        RET = 2;
        Return()
    }
    other = {
        RET = 3;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let r: i32;
    let u: ();
    {
        Call(r = g(5_i8), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Call(r = g(-1_i8), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Call(u = observe(r), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Return()
    }
} }

fn main() {
    f();
}
