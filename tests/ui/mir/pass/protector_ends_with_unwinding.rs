//@ verdict: ok
//@ trace: 0 9
//@ ending: panicked
//@ witness: cannot: const-eval does not unwind
// A call that unwinds releases its arguments too.
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
fn g(r: &'static mut i32) { mir! {
    let u: ();
    {
        (*r) = 2;
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
    let p: *mut i32;
    let r: &'static mut i32;
    let u: ();
    {
        x = 1;
        p = &raw mut x;
        r = &mut (*p);
        Call(u = g(r), ReturnTo(bb1), UnwindCleanup(clean))
    }
    bb1 = {
        Return()
    }
    clean (cleanup) = {
        (*p) = 9;
        Call(u = observe(x), ReturnTo(on), UnwindTerminate(ReasonInCleanup))
    }
    on (cleanup) = {
        UnwindResume()
    }
} }

fn main() {
    f();
}
