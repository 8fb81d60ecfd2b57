//@ verdict: ok
//@ trace: 0 1
//@ ending: aborted
//@ witness: cannot: const-eval does not unwind
// A cleanup block may end the program.
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
fn f() { mir! {
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
        UnwindTerminate(ReasonInCleanup)
    }
} }

fn main() {
    f();
}
