//@ verdict: ok
//@ trace: 0 4
//@ ending: panicked
//@ witness: cannot: const-eval does not unwind
// What the callee wrote into the caller's place stays.
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
fn g(pp: *mut *const i32, v: *mut i32) { mir! {
    let x: i32;
    let u: ();
    {
        x = 4;
        (*pp) = &raw const x;
        (*v) = 4;
        Call(u = boom(), ReturnTo(bb1), UnwindContinue())
    }
    bb1 = {
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let p: *const i32;
    let pp: *mut *const i32;
    let w: i32;
    let v: *mut i32;
    let y: i32;
    let u: ();
    {
        w = 0;
        v = &raw mut w;
        pp = &raw mut p;
        Call(u = g(pp, v), ReturnTo(bb1), UnwindCleanup(clean))
    }
    bb1 = {
        Return()
    }
    clean (cleanup) = {
        y = w;
        Call(u = observe(y), ReturnTo(on), UnwindTerminate(ReasonInCleanup))
    }
    on (cleanup) = {
        UnwindResume()
    }
} }

fn main() {
    f();
}
