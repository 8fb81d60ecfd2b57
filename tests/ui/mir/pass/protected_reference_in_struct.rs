//@ verdict: ok
//@ trace: 0 7
//@ witness: agrees
// A reference inside an argument protects what it points to; reading is fine.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[derive(Clone, Copy)]
struct S {
    s: &'static i32,
    n: i32,
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn g(a: S, p: *mut i32) -> i32 { mir! {
    type RET = i32;
    {
        RET = (*p);
        RET = a.n;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: i32;
    let s: &'static i32;
    let a: S;
    let p: *mut i32;
    let y: i32;
    let u: ();
    {
        x = 5;
        p = &raw mut x;
        s = &(*p);
        a = S { s: s, n: 7 };
        Call(y = g(a, p), ReturnTo(bb1), UnwindUnreachable())
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
