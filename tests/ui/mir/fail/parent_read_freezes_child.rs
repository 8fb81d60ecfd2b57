//@ verdict: undefined
//@ rule: borrow
//@ witness: blind: const-eval does not track aliasing
// But not written any more.
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
    let x: i32;
    let r: &'static mut i32;
    let y: i32;
    let u: ();
    {
        x = 0;
        r = &mut x;
        (*r) = 1;
        y = x;
        (*r) = 2; //~
        Call(u = observe(y), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Return()
    }
} }

fn main() {
    f();
}
