//@ verdict: ok
//@ trace: 0 b
//@ trace: 1 9
//@ witness: agrees
// Which function is called is decided at run time.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

const UP: fn(i32) -> i32 = up;
const DOWN: fn(i32) -> i32 = down;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn up(a: i32) -> i32 { mir! {
    type RET = i32;
    {
        RET = a + 1;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn down(a: i32) -> i32 { mir! {
    type RET = i32;
    {
        RET = a - 1;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let t: [fn(i32) -> i32; 2];
    let p: fn(i32) -> i32;
    let q: fn(i32) -> i32;
    let i: usize;
    let r: i32;
    let u: ();
    {
        p = UP;
        q = DOWN;
        t = [p, q];
        i = 0;
        p = t[i];
        Call(r = p(10), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        i = 1;
        p = t[i];
        Call(r = p(10), ReturnTo(bb3), UnwindUnreachable())
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
