//@ verdict: undefined
//@ rule: borrow
//@ witness: blind: const-eval does not track aliasing
// The whole and a part may not.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let t: (i32, i32);
    let r: &'static mut i32;
    let s: &'static mut (i32, i32);
    let u: ();
    {
        t = (0, 0);
        r = &mut t.0;
        s = &mut t;
        (*r) = 1;
        (*s).0 = 2; //~
        Call(u = observe(t), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
