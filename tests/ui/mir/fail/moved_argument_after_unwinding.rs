//@ verdict: undefined
//@ rule: uninitialised
//@ witness: cannot: const-eval does not unwind
// A moved one is gone, whether the call returned or not.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

fn boom() { panic!("boom") }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn g(a: i32) { mir! {
    let u: ();
    {
        Call(u = boom(), ReturnTo(bb1), UnwindContinue())
    }
    bb1 = {
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: i32;
    let y: i32;
    let p: *const i32;
    let u: ();
    {
        x = 5;
        p = &raw const x;
        Call(u = g(Move(x)), ReturnTo(bb1), UnwindCleanup(clean))
    }
    bb1 = {
        Return()
    }
    clean (cleanup) = {
        y = x; //~
        Call(u = observe(y), ReturnTo(on), UnwindTerminate(ReasonInCleanup))
    }
    on (cleanup) = {
        UnwindResume()
    }
} }

fn main() {
    f();
}
