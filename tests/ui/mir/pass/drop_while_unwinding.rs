//@ verdict: ok
//@ trace: 0 7
//@ ending: panicked
//@ witness: cannot: const-eval does not unwind
// Cleanup blocks run destructors.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

fn boom() { panic!("boom") }
struct D {
    n: i32,
}
impl Drop for D {
    fn drop(&mut self) {
        dropped(self)
    }
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn dropped(d: &mut D) { mir! {
    let n: i32;
    let u: ();
    {
        n = (*d).n;
        Call(u = observe(n), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let d: D;
    let u: ();
    {
        d = D { n: 7 };
        Call(u = boom(), ReturnTo(bb1), UnwindCleanup(clean))
    }
    bb1 = {
        Return()
    }
    clean (cleanup) = {
        Drop(d, ReturnTo(on), UnwindTerminate(ReasonInCleanup))
    }
    on (cleanup) = {
        UnwindResume()
    }
} }

fn main() {
    f();
}
