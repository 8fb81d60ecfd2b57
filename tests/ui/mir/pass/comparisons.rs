//@ verdict: ok
//@ trace: 0 1
//@ trace: 1 0
//@ trace: 2 1
//@ trace: 3 1
//@ trace: 4 0
//@ trace: 5 1
//@ witness: agrees
// Order follows the sign of the type; bool and char are ordered too.
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
    let a: i8;
    let b: i8;
    let c: u8;
    let d: u8;
    let t: bool;
    let e: bool;
    let x: char;
    let y: char;
    let u: ();
    {
        a = -1_i8;
        b = 1_i8;
        t = a < b;
        Call(u = observe(t), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        c = 255_u8;
        d = 1_u8;
        t = c < d;
        Call(u = observe(t), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        t = false;
        e = true;
        t = t <= e;
        Call(u = observe(t), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        x = 'b';
        y = 'a';
        t = x > y;
        Call(u = observe(t), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        t = x == y;
        Call(u = observe(t), ReturnTo(bb5), UnwindUnreachable())
    }
    bb5 = {
        t = x != y;
        Call(u = observe(t), ReturnTo(bb6), UnwindUnreachable())
    }
    bb6 = {
        Return()
    }
} }

fn main() {
    f();
}
