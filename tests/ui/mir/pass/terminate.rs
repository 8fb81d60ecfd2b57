//@ verdict: ok
//@ trace: 0 1
//@ ending: aborted
//@ witness: cannot: const-eval does not unwind
// A call from which unwinding must not pass ends the program.
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
        Call(u = observe(n), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = boom(), ReturnTo(bb2), UnwindTerminate(ReasonAbi))
    }
    bb2 = {
        Call(u = observe(n), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Return()
    }
} }

fn main() {
    f();
}
