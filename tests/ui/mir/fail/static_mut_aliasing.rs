//@ verdict: undefined
//@ rule: borrow
//@ witness: blind: const-eval does not track aliasing
// A write to the static ends them.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

static mut X: i32 = 1;

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let p: *mut i32;
    let r: &'static mut i32;
    let y: i32;
    let u: ();
    {
        p = StaticMut(X);
        r = &mut (*p);
        (*r) = 2;
        (*p) = 3;
        y = (*r); //~
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
