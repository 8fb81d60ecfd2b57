//@ verdict: ok
//@ trace: 0 1
//@ trace: 0 2
//@ ending: panicked
//@ witness: cannot: const-eval does not unwind
// When one destructor panics the other fields are dropped all the same.
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
        match n {
            1 => bad,
            _ => good,
        }
    }
    bad = {
        Call(u = boom(), ReturnTo(bb2), UnwindContinue())
    }
    bb2 = {
        Return()
    }
    good = {
        Return()
    }
} }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let a: D;
    let b: D;
    let t: (D, D);
    {
        a = D { n: 1 };
        b = D { n: 2 };
        t = (Move(a), Move(b));
        Drop(t, ReturnTo(bb1), UnwindContinue())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
