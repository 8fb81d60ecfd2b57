//@ verdict: undefined
//@ rule: uninitialised
//@ witness: cannot: const-eval does not unwind
// A call that unwinds leaves nothing in its destination.
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
fn g() -> i32 { mir! {
    type RET = i32;
    let u: ();
    {
        RET = 3;
        Call(u = boom(), ReturnTo(bb1), UnwindContinue())
    }
    bb1 = {
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let n: i32;
    let m: i32;
    let k: i32;
    let p: *const i32;
    let u: ();
    {
        n = 1;
        m = 1;
        p = &raw const n;
        Call(n = g(), ReturnTo(bb1), UnwindCleanup(clean))
    }
    bb1 = {
        Return()
    }
    clean (cleanup) = {
        k = n; //~
        Call(u = observe(k), ReturnTo(on), UnwindTerminate(ReasonInCleanup))
    }
    on (cleanup) = {
        UnwindResume()
    }
} }

fn main() {
    f();
}
