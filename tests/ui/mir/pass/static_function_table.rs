//@ verdict: ok
//@ trace: 0 6
//@ witness: agrees
// A table of functions in a static.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

static TABLE: [fn(i32) -> i32; 2] = [double, negate];

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn double(a: i32) -> i32 { mir! {
    type RET = i32;
    {
        RET = a * 2;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn negate(a: i32) -> i32 { mir! {
    type RET = i32;
    {
        RET = -a;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let t: &'static [fn(i32) -> i32; 2];
    let i: usize;
    let g: fn(i32) -> i32;
    let y: i32;
    let u: ();
    {
        t = Static(TABLE);
        i = 0;
        g = (*t)[i];
        Call(y = g(3), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(y), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Return()
    }
} }

fn main() {
    f();
}
