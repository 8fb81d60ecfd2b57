//@ verdict: ok
//@ trace: 0 7
//@ trace: 1 3
//@ witness: agrees
// A closure, and a method of a `dyn` object, between a function and its caller pass on what they
// are given.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

fn spektr_closure_g(a0: i32, a1: i32) -> i32 {
    let held = move |b1: i32| g(a0, b1);
    held(a1)
}

fn spektr_dyn_h(a0: i32, a1: i32) -> i32 {
    trait Call {
        fn call(&self, b1: i32) -> i32;
    }
    struct Held(i32);
    impl Call for Held {
        fn call(&self, b1: i32) -> i32 {
            h(self.0, b1)
        }
    }
    let object: &dyn Call = &Held(a0);
    object.call(a1)
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn g(x: i32, y: i32) -> i32 { mir! {
    {
        RET = x + y;
        Return()
    }
} }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn h(x: i32, y: i32) -> i32 { mir! {
    {
        RET = x - y;
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let a: i32;
    let b: i32;
    let u: ();
    {
        Call(a = spektr_closure_g(5_i32, 2_i32), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(b = spektr_dyn_h(5_i32, 2_i32), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Call(u = observe(a), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Call(u = observe(b), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Return()
    }
} }

fn main() {
    f();
}
