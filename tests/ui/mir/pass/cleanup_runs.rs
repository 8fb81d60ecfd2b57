//@ verdict: ok
//@ trace: 0 1
//@ trace: 1 2
//@ ending: panicked
//@ witness: cannot: const-eval does not unwind
// Unwinding goes through the cleanup blocks, innermost first.
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
fn g() { mir! {
    let n: i32;
    let u: ();
    {
        n = 1;
        Call(u = boom(), ReturnTo(bb1), UnwindCleanup(clean))
    }
    bb1 = {
        Return()
    }
    clean (cleanup) = {
        Call(u = observe(n), ReturnTo(on), UnwindTerminate(ReasonInCleanup))
    }
    on (cleanup) = {
        UnwindResume()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let n: i32;
    let u: ();
    {
        n = 2;
        Call(u = g(), ReturnTo(bb1), UnwindCleanup(clean))
    }
    bb1 = {
        Return()
    }
    clean (cleanup) = {
        Call(u = observe(n), ReturnTo(on), UnwindTerminate(ReasonInCleanup))
    }
    on (cleanup) = {
        UnwindResume()
    }
} }

fn main() {
    f();
}
