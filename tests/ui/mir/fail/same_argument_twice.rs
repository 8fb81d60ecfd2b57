//@ verdict: undefined
//@ rule: borrow
//@ witness: blind: const-eval does not track aliasing
// Two mutable ones, one of them written.
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
fn g(a: &'static mut i32, b: &'static mut i32) -> i32 { mir! {
    type RET = i32;
    {
        (*a) = 1; //~
        RET = 0;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: i32;
    let p: *mut i32;
    let a: &'static mut i32;
    let b: &'static mut i32;
    let y: i32;
    let u: ();
    {
        x = 5;
        p = &raw mut x;
        a = &mut (*p);
        b = &mut (*p);
        Call(y = g(a, b), ReturnTo(bb1), UnwindUnreachable())
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
