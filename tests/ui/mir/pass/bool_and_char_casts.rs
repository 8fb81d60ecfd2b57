//@ verdict: ok
//@ trace: 0 1
//@ trace: 1 41
//@ trace: 2 1f600
//@ trace: 3 0
//@ witness: agrees
// bool and char become integers, and u8 becomes char.
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
    let b: bool;
    let c: char;
    let n: u32;
    let m: u8;
    let u: ();
    {
        b = true;
        n = b as u32;
        Call(u = observe(n), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        m = 65_u8;
        c = m as char;
        Call(u = observe(c), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        c = '😀';
        n = c as u32;
        Call(u = observe(n), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        m = c as u8;
        Call(u = observe(m), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Return()
    }
} }

fn main() {
    f();
}
